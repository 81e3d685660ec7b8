#pragma once

#include "actors/agents/messages.hpp"
#include "actors/providers/provider.hpp"
#include "actors/runtime/counted_actor.hpp"

namespace orrery::agents {

/// Carries tasks to a provider, whose calls block: spawned detached, on a thread of its own.
class ProviderActor final : public runtime::CountedActor {
public:
  ProviderActor(caf::actor_config& config,
                runtime::UnderWay& activity,
                providers::Provider& provider);

private:
  caf::behavior make_behavior() override;
  void carry_out(const protocol::AskProvider& asked);
  void watch(const protocol::WatchMachines& wanted);

  providers::Provider& provider_;
};

} // namespace orrery::agents

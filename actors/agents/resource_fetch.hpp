#pragma once

#include "actors/hooks/unit_resource.hpp"
#include "actors/runtime/counted_actor.hpp"

#include <caf/allowed_unsafe_message_type.hpp>

namespace orrery::agents {

/// To whoever had a resource brought: what came of it.
struct ResourceGiven {
  hooks::GivenResource given;
};

/// Brings one resource to a unit (RS9), tells who wanted it, and ends. The disk may take its time
/// for that, which no worker has: spawned detached. A hook has at most one under way.
class ResourceFetch final : public runtime::CountedActor {
public:
  struct Begin {};

  ResourceFetch(caf::actor_config& config,
                runtime::UnderWay& activity,
                hooks::UnitResource resource,
                caf::actor client);

private:
  caf::behavior make_behavior() override;
  void begin(const Begin&);

  hooks::UnitResource resource_;
  caf::actor client_;
};

} // namespace orrery::agents

CAF_ALLOW_UNSAFE_MESSAGE_TYPE(orrery::agents::ResourceGiven)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(orrery::agents::ResourceFetch::Begin)

#pragma once

#include "actors/agents/messages.hpp"
#include "actors/runtime/counted_actor.hpp"

#include <deque>
#include <set>

namespace orrery::agents {

/// Bounds how many hooks run at once, and lets units take turns. A hook is noted as begun only once
/// it has its place: one that waits is known not to have run (W4).
class HookSlots final : public runtime::CountedActor {
public:
  HookSlots(caf::actor_config& config, runtime::Activity& activity, std::uint32_t slots);

private:
  caf::behavior make_behavior() override;
  void want(const protocol::WantSlot& message);
  void free(const protocol::FreeSlot& message);
  void give_back(const caf::actor_addr& holder);
  void grant();

  std::uint32_t left_;
  std::deque<caf::actor> waiting_; ///< One place a unit's agent: bounded by the units.
  std::set<caf::actor_addr> holders_;
};

} // namespace orrery::agents

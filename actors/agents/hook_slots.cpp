#include "actors/agents/hook_slots.hpp"

#include <caf/actor_cast.hpp>

#include <algorithm>

namespace orrery::agents {

HookSlots::HookSlots(caf::actor_config& config, runtime::Activity& activity, std::uint32_t slots)
  : CountedActor(config, activity), left_(slots) {
  stop_process_on_exception("the places of hooks");
  set_down_handler([this](caf::scheduled_actor*, caf::down_msg& down) {
    handle_down([&] { give_back(down.source); });
  });
}

caf::behavior HookSlots::make_behavior() {
  return {on(&HookSlots::want), on(&HookSlots::free)};
}

void HookSlots::want(const protocol::WantSlot&) {
  const caf::actor agent = caf::actor_cast<caf::actor>(current_sender());
  monitor(agent); // a place goes with its agent
  waiting_.push_back(agent);
  grant();
}

void HookSlots::free(const protocol::FreeSlot&) {
  const caf::actor agent = caf::actor_cast<caf::actor>(current_sender());
  demonitor(agent);
  give_back(agent.address());
}

void HookSlots::give_back(const caf::actor_addr& holder) {
  if (holders_.erase(holder) > 0)
    ++left_;
  else // it has ended while it waited
    std::erase_if(waiting_, [&](const caf::actor& agent) { return agent.address() == holder; });
  grant();
}

void HookSlots::grant() {
  for (; left_ > 0 && !waiting_.empty(); --left_) {
    const caf::actor agent = std::move(waiting_.front());
    waiting_.pop_front();
    holders_.insert(agent.address());
    send(agent, protocol::SlotGranted{});
  }
}

} // namespace orrery::agents

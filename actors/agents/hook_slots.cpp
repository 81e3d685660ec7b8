#include "actors/agents/hook_slots.hpp"

#include <caf/actor_cast.hpp>

#include <algorithm>
#include <utility>

namespace orrery::agents {

HookSlots::HookSlots(caf::actor_config& config, runtime::UnderWay& activity, std::uint32_t slots)
  : CountedActor(config, activity), left_(slots) {
  stop_process_on_exception("the places of hooks");
  set_down_handler([this](caf::scheduled_actor*, caf::down_msg& down) {
    handle_down([&] { give_back(down.source); });
  });
}

caf::behavior HookSlots::make_behavior() {
  return {on(&HookSlots::want), on(&HookSlots::free)};
}

void HookSlots::want(const protocol::WantSlot& message) {
  const caf::actor agent = caf::actor_cast<caf::actor>(current_sender());
  monitor(agent); // a place goes with its agent
  askers_.insert_or_assign(agent.address(), Asker{message.model, message.turn});
  const Wish wish{agent, message.ticket};
  bool is_next = true;
  if (message.turn) {
    auto& of_turn = turns_[{message.model, *message.turn}];
    of_turn.push_back(wish);
    is_next = of_turn.size() == 1;
  }
  if (is_next)
    make_ready(wish);
  grant();
}

void HookSlots::free(const protocol::FreeSlot&) {
  const caf::actor agent = caf::actor_cast<caf::actor>(current_sender());
  demonitor(agent);
  give_back(agent.address());
}

/// Takes back a place, or the wish for one.
void HookSlots::give_back(const caf::actor_addr& asker) {
  const auto found = askers_.find(asker);
  if (found == askers_.end())
    return;
  const Asker gone = std::move(found->second);
  askers_.erase(found);
  if (gone.has_place) {
    ++left_;
    ready_.give_back(gone.model);
  } else if (gone.ready) {
    ready_.withdraw(gone.model, *gone.ready);
  }
  if (gone.turn)
    leave_turn({gone.model, *gone.turn}, asker);
  grant();
}

void HookSlots::leave_turn(const Turn& turn, const caf::actor_addr& asker) {
  const auto of_turn = turns_.find(turn);
  std::deque<Wish>& wishes = of_turn->second;
  if (wishes.front().agent.address() != asker) {
    std::erase_if(wishes, [&](const Wish& wish) { return wish.agent.address() == asker; });
    return;
  }
  wishes.pop_front();
  if (wishes.empty())
    turns_.erase(of_turn);
  else
    make_ready(wishes.front()); // the turn is its own now
}

void HookSlots::make_ready(const Wish& wish) {
  Asker& asker = askers_.at(wish.agent.address());
  asker.ready = ready_.push(asker.model, wish);
}

void HookSlots::grant() {
  for (; left_ > 0; --left_) {
    const auto wish = ready_.take();
    if (!wish)
      return;
    askers_.at(wish->agent.address()).has_place = true;
    send(wish->agent, protocol::SlotGranted{wish->ticket});
  }
}

} // namespace orrery::agents

#include "actors/agents/unit_agent.hpp"
#include "actors/workflow/resting.hpp"

/// An agent that has nothing to do need not be there. Its notes are on disk, entities know its unit by name, and the
/// Roster has it begun again by the first that they tell it, or one of its subordinates.
namespace orrery::agents {

void UnitAgent::told_that_it_may_rest(const MayRest&) {
  rest_wanted_ = true;
  rest_if_possible();
}

void UnitAgent::got_answer(const protocol::Answer& answer) {
  answered(answer);
  rest_if_possible(); // it may have been the last thing that it waited for
}

bool UnitAgent::has_nothing_under_way() const {
  return !busy_ && !stalled_ && !stopping_ && unsaved_.empty() && commands_.empty()
         && slot_ == Slot::None && !running_ && !awaits_answers() && sight_complete() && all_rest();
}

void UnitAgent::rest_if_possible() {
  if (!rest_wanted_ || resting_ || !has_nothing_under_way()
      || !agents::may_rest(local_, remote_, services().settings.retry))
    return;
  const std::string deployer =
    options_.principal.empty() ? Roster::machine(machine()) : options_.principal;
  if (!services().roster.rest(options_.unit, deployer, [this] { return is_last_message(); }))
    return; // what has come is handled first
  resting_ = true;
  quit();
}

} // namespace orrery::agents

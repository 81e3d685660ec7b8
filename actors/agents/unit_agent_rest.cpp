#include "actors/agents/unit_agent.hpp"

/// An agent that has nothing to do need not be there. Its notes are on disk, entities know its unit
/// by name, and the Roster has it begun again by the first that they tell it, or one of its
/// subordinates.
namespace orrery::agents {

void UnitAgent::told_that_it_may_rest(const MayRest&) {
  rest_wanted_ = true;
  rest_if_possible();
}

void UnitAgent::rest_if_possible() {
  if (!rest_wanted_ || resting_ || awaits_answers() || awaits_providers() || !deployer_.all_rest()
      || !mind_.may_rest())
    return;
  const ActsFor& acts_for = mind_.acts_for();
  const std::string deployer =
    acts_for.principal.empty() ? Roster::machine(acts_for.machine) : acts_for.principal;
  of_model().update_status.keep_run(unit(), mind_.notes().last_run);
  if (!of_model().roster.rest(unit(), deployer, [this] { return is_last_message(); }))
    return; // what has come is handled first
  resting_ = true;
  quit();
}

} // namespace orrery::agents

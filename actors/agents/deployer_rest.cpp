#include "actors/agents/deployer.hpp"

#include <algorithm>
#include <utility>

/// Agents of units that rest, and are begun again when there is news for them.
namespace orrery::agents {

/// Forgets what was seen of the unit, too: the first that changes stirs it.
void Deployer::let_rest(const std::string& unit, Held& held) {
  held.resting = held.rested = true;
  held.seen.reset();
  held.looked = false;
  if (const auto who = agent_.model().find_unit(unit))
    agent_.unobserve(*who);
  if (agent_.of_model().roster.is_stirred(unit))
    stir(unit);
  else
    owner_.unit_rests();
}

bool Deployer::all_rest() const {
  return is_still() && std::all_of(units_.begin(), units_.end(), [](const auto& unit) {
           const Held& held = unit.second;
           return held.resting && !held.waits && held.assigned && held.deployed && !held.agent;
         });
}

/// Subordinates come first: a principal waits for them.
bool Deployer::take_place(const std::string& unit) {
  return agent_.of_process().beginnings.take_place(agent_.of_model().roster, unit, agent_.address(),
                                                   is_principal());
}

/// @returns whether it waited for a place
bool Deployer::waits_no_more(Held& held) {
  held.place_awaited.reset();
  return std::exchange(held.waits, false);
}

void Deployer::may_begin(const MayBegin& turn) {
  const auto found = units_.find(turn.unit);
  if (found != units_.end() && waits_no_more(found->second))
    stir(turn.unit);
  else
    agent_.of_process().beginnings.give_back(agent_.of_model().roster, turn.unit);
}

/// Gives the place of a unit back whose agent is not about to begin.
void Deployer::give_back_unused_place(const std::string& unit) {
  const auto found = units_.find(unit);
  if (found == units_.end())
    return;
  const Held& held = found->second;
  const bool is_judged = held.seen || held.resting || !held.assigned;
  if (!held.agent && !held.busy && is_judged)
    agent_.of_process().beginnings.give_back(agent_.of_model().roster, unit);
}

/// The roster knows it as one that rests until its agent has begun: so news that comes
/// meanwhile comes here, and whoever takes this agent's place begins it.
void Deployer::stir(const std::string& unit) {
  const auto found = units_.find(unit);
  if (found == units_.end() || !assigned_known_)
    return;
  Held& held = found->second;
  if (held.agent && agent_.of_model().roster.rests(unit))
    return; // it goes to rest: its end is heard of soon
  if (!held.resting || !held.assigned || !agent_.model().find_unit(unit)) {
    held.resting = false;
    return consider(unit);
  }
  held.waits = !take_place(unit);
  held.resting = held.waits;
  held.place_awaited = held.waits ? std::make_unique<runtime::Hold>(agent_.holds()) : nullptr;
  if (!held.waits)
    look_at(unit, held);
}

void Deployer::rests_no_more(const std::string& unit, Held& held) {
  held.resting = false;
  if (waits_no_more(held))
    agent_.of_process().beginnings.withdraw(agent_.of_model().roster, unit);
  rests_no_more(unit);
}

/// Does what its agent does that ends: the unit may be the one that its application has told that
/// nobody leads.
void Deployer::rests_no_more(const std::string& unit) {
  if (!agent_.of_model().roster.rests_no_more(unit))
    return;
  agent_.of_model().update_status.forget(unit);
  const std::string application(store::application_of(unit));
  (void)agent_.ask_entity(rules::application(application), protocol::Unobserve{unit});
}

} // namespace orrery::agents

#include "actors/workflow/deployment.hpp"

#include "actors/rules/ties.hpp"

#include <algorithm>

namespace orrery::agents {

using store::Life;

DeployedUnit::DeployedUnit(const protocol::UnitSeen& seen)
  : life(seen.unit.life), gone(seen.gone), scoped(!seen.scopes.empty()),
    stores(std::any_of(
      seen.storage.begin(),
      seen.storage.end(),
      [](const protocol::StorageSeen& held) { return !held.attachment.location.empty(); })),
    ran(!seen.status.workflow.empty() && seen.status.workflow != "new"),
    application(seen.unit.application), principal(seen.unit.principal), charm(seen.unit.charm),
    subordinates(seen.subordinates) {}

const std::string* DeployedUnit::dead_subordinate() const {
  for (const protocol::SubordinateSeen& subordinate : subordinates)
    if (subordinate.life == store::Life::Dead)
      return &subordinate.unit;
  return nullptr;
}

namespace {

/// Says whether the unit holds what only its agent can let go of. An agents' store that was lost
/// does not say that it is deployed: the model does (S10).
bool holds_something(const Deployment& unit) {
  return unit.seen->scoped || unit.seen->stores || !unit.seen->subordinates.empty();
}

rules::Dependence dependence(const Deployment& unit, const DeploymentHost& host) {
  rules::Dependence dependence;
  dependence.application = unit.unwanted ? Life::Dying : Life::Alive;
  dependence.subordinate = !unit.seen->principal.empty();
  dependence.principal = host.principal_is_alive ? Life::Alive : Life::Dying;
  return dependence;
}

} // namespace

bool is_deployed(const Deployment& unit) {
  return unit.deployed || (unit.seen && unit.seen->ran);
}

std::string why_undeployed_ends(const Deployment& unit, const DeploymentHost& host) {
  return std::string(rules::cause_to_die(dependence(unit, host)));
}

DeploymentStep next_for(const Deployment& unit,
                        const DeploymentHost& host,
                        store::Milliseconds now,
                        const std::function<bool()>& has_charm,
                        const std::function<bool()>& is_ending,
                        const std::function<bool()>& ever_ran) {
  using Step = DeploymentStep;
  if (unit.busy || !host.units_are_known)
    return Step::Nothing; // what is noted must not be taken for what is not assigned any more
  const bool is_due = unit.next_at <= now;
  if (!unit.assigned || (unit.seen && unit.seen->gone)) {
    if (!unit.deployed)
      return Step::Forget;
    return is_due ? Step::Recall : Step::Nothing;
  }
  if (!unit.seen)
    return Step::Nothing;
  if (host.is_lost && !unit.has_agent && unit.seen->dead_subordinate() != nullptr && !is_ending())
    return Step::DeleteSubordinate; // F1, F5
  const bool is_alive = unit.seen->life == Life::Alive;
  if (unit.seen->life == Life::Dead) {
    if (!is_deployed(unit))
      return Step::RemoveNeverRun;
    return is_due ? Step::Recall : Step::Nothing;
  }
  const bool is_to_run = is_alive || holds_something(unit);
  if (!unit.prepared && !is_to_run && (!unit.deployed || !ever_ran()))
    return Step::RemoveNeverRun; // M9
  if (!unit.prepared && !unit.resting) {
    if (is_alive && !holds_something(unit) && !rules::cause_to_die(dependence(unit, host)).empty()
        && !ever_ran())
      return Step::EndUndeployed;
    return host.is_up && is_due && has_charm() ? Step::Deploy : Step::AwaitHost;
  }
  if (!unit.has_agent && !unit.failed && !unit.resting && !is_ending())
    return Step::BeginAgent;
  return Step::Nothing;
}

} // namespace orrery::agents

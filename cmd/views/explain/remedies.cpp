#include "cmd/views/explain/remedies.hpp"

#include "actors/rules/ties.hpp"
#include "cmd/views/render/holding_tasks.hpp"
#include "store/keys.hpp"

namespace orrery::explain {

using render::Obstacle;

namespace {

/// The removal that could go past the obstacle; empty if there is none that concerns no more than
/// this: a subordinate goes with its principal (U3), a peer relation with its application (R2).
std::string removal(const store::Unit& unit, const store::Relation* left) {
  if (left == nullptr)
    return "remove-unit " + (unit.principal.empty() ? unit.name : unit.principal);
  return left->ends.size() == 1 ? "" : "remove-relation " + std::to_string(left->id);
}

/// Whether that removal was forced already: it goes on by itself.
bool is_forced(const render::Index& index, const store::Unit& unit, const store::Relation* left) {
  const auto& forces = index.contents().forces;
  const std::string& name = unit.principal.empty() ? unit.name : unit.principal;
  return forces.contains(
    store::force_key(left != nullptr ? store::relation_ref(left->id) : store::unit_ref(name)));
}

void add_cancelling(std::vector<Remedy>& remedies, const Obstacle& obstacle) {
  if (std::string command = render::cancelling(obstacle.tasks); !command.empty())
    remedies.push_back(
      {std::move(command), obstacle.tasks.size() == 1 ? "ends that task" : "ends those tasks"});
}

/// M8: a machine that is not Alive is not made again.
bool can_be_made_again(const render::Index& index, store::MachineId id) {
  const auto machine = index.contents().machines.find(id);
  return machine != index.contents().machines.end() && machine->second.life == store::Life::Alive;
}

} // namespace

std::vector<Remedy> unit_remedies(const render::Index& index,
                                  const store::Unit& unit,
                                  const Obstacle& obstacle,
                                  const store::Relation* left,
                                  const Options& options) {
  std::vector<Remedy> remedies;
  bool is_teardown = false;
  if (obstacle.kind == Obstacle::Kind::HookFailed) {
    const store::HookError& error = index.status_of(unit.name)->error;
    if (error.hook == store::failed_upgrade) { // P30: either mode tries again
      remedies.push_back(
        {"resolved " + unit.name, "tries again to put its charm's files in place"});
    } else {
      remedies.push_back({"resolved " + unit.name, "runs it again now"});
      remedies.push_back({"resolved --no-retry " + unit.name, "takes it as done"});
    }
    // A relation's removal skips the hooks of its own end.
    is_teardown = rules::is_teardown_hook(error.hook)
                  && (left == nullptr || (error.in_relation && error.relation == left->id));
  }
  if (obstacle.kind == Obstacle::Kind::MachineDown && can_be_made_again(index, unit.machine))
    remedies.push_back({"retry-provisioning " + std::to_string(unit.machine),
                        "makes its machine again, and its units begin anew there"});
  if (obstacle.kind == Obstacle::Kind::AgentLost || obstacle.kind == Obstacle::Kind::AgentFailed)
    remedies.push_back(
      {"", "what can be tried again is; a restart of the orchestrator begins its agent anew"});
  if (obstacle.kind == Obstacle::Kind::HookDebugged)
    remedies.push_back({"", "it goes on once that user leaves the session"});
  add_cancelling(remedies, obstacle);
  const std::string again = removal(unit, left);
  const bool is_going = (left == nullptr ? unit.life : left->life) != store::Life::Alive;
  const bool is_users =
    obstacle.kind == Obstacle::Kind::TaskOpen || obstacle.kind == Obstacle::Kind::HookDebugged;
  if (again.empty() || (is_users && !is_going))
    return remedies;
  // A subordinate does not take over what its principal's removal skips.
  if (options.can_skip && is_teardown && (left != nullptr || unit.principal.empty()))
    remedies.push_back({again + " --skip-failed-hooks", "takes failing hooks of its end as done"});
  if (options.can_force && !is_forced(index, unit, left))
    remedies.push_back({again + " --force", "goes past all that, after a minute"});
  return remedies;
}

std::vector<Remedy>
machine_remedies(const store::Machine& machine, const Obstacle& obstacle, const Options& options) {
  std::vector<Remedy> remedies;
  if (obstacle.kind == Obstacle::Kind::NotReleased)
    remedies.push_back({"", "it is tried again by itself, later each time"});
  add_cancelling(remedies, obstacle);
  if (options.can_force)
    remedies.push_back({"remove-machine " + std::to_string(machine.id) + " --force",
                        "goes past all that, after a minute"});
  return remedies;
}

} // namespace orrery::explain

#include "cmd/explain/remedies.hpp"

namespace orrery::explain {

using render::Obstacle;

std::vector<Remedy> unit_remedies(const store::Unit& unit,
                                  const Obstacle& obstacle,
                                  bool ends,
                                  const Options& options) {
  std::vector<Remedy> remedies;
  if (obstacle.kind == Obstacle::Kind::HookFailed) {
    remedies.push_back({"resolved " + unit.name, "runs it again now"});
    remedies.push_back({"resolved --no-retry " + unit.name, "takes it as done"});
  }
  if (obstacle.kind == Obstacle::Kind::AgentLost || obstacle.kind == Obstacle::Kind::AgentFailed)
    remedies.push_back(
      {"", "what can be tried again is; a restart of the orchestrator begins its agent anew"});
  // A subordinate goes with its principal (U3).
  const std::string& removed = unit.principal.empty() ? unit.name : unit.principal;
  if (ends && options.can_skip && obstacle.kind == Obstacle::Kind::HookFailed)
    remedies.push_back({"remove-unit " + removed + " --skip-failed-hooks",
                        "takes every failing hook of its end as done"});
  if (ends && options.can_force)
    remedies.push_back({"remove-unit " + removed + " --force", "removes it past all that"});
  if (!ends && remedies.empty() && options.can_force)
    remedies.push_back({"remove-unit " + removed + " --force", "removes the unit, not only this"});
  return remedies;
}

std::vector<Remedy>
machine_remedies(const store::Machine& machine, const Obstacle& obstacle, const Options& options) {
  if (obstacle.kind != Obstacle::Kind::NotReleased)
    return {};
  std::vector<Remedy> remedies{{"", "it is tried again by itself, later each time"}};
  if (options.can_force)
    remedies.push_back(
      {"remove-machine " + std::to_string(machine.id) + " --force", "removes it past all that"});
  return remedies;
}

} // namespace orrery::explain

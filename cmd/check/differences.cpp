#include "cmd/check/differences.hpp"

#include "actors/rules/machine.hpp"
#include "cmd/check/parts.hpp"

namespace orrery::check {

std::string unit_entity(const std::string& unit) {
  return "unit " + unit;
}

std::string place_in_records(const store::Contents& contents, const std::string& unit) {
  const auto found = contents.units.find(unit);
  if (found == contents.units.end())
    return "no such unit";
  const store::Unit& record = found->second;
  std::string text(to_string(record.life));
  text += record.assigned ? " on machine " + std::to_string(record.machine) : " on no machine";
  return record.principal.empty() ? text : text + ", subordinate to " + record.principal;
}

bool is_down(const store::Machine& machine) {
  return machine.status.value == "down" || rules::is_renewed(machine);
}

bool is_unattended(const store::Contents& contents, const std::string& unit) {
  const auto status = contents.statuses.find(unit);
  if (status != contents.statuses.end()
      && (status->second.agent.value == "lost" || status->second.agent.value == "failed"))
    return true;
  const auto record = contents.units.find(unit);
  if (record == contents.units.end() || !record->second.assigned)
    return false;
  const auto machine = contents.machines.find(record->second.machine);
  return machine != contents.machines.end() && is_down(machine->second);
}

Differences differences(const Observed& observed) {
  Differences found;
  for (const std::string& what : observed.notes.unreadable)
    found.push_back({"agents' store", "every note can be read", what,
                     "restore the data directory from a backup", Patience::Short});
  compare_deployments(observed, found);
  compare_workflows(observed, found);
  compare_relations(observed, found);
  compare_processes(observed, found);
  compare_directories(observed, found);
  return found;
}

} // namespace orrery::check

#include "cmd/views/check/differences.hpp"

#include "actors/rules/machine.hpp"
#include "cmd/views/check/parts.hpp"

#include <algorithm>
#include <string_view>

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

bool is_holder_unattended(const Observed& observed, const std::string& unit) {
  constexpr std::string_view machine = "machine-";
  return std::any_of(
    observed.notes.deployed.begin(), observed.notes.deployed.end(), [&](const Deployment& noted) {
      if (noted.unit != unit)
        return false;
      if (observed.contents.units.contains(noted.holder))
        return is_unattended(observed.contents, noted.holder);
      const auto id = noted.holder.starts_with(machine)
                        ? store::parse_id(std::string_view(noted.holder).substr(machine.size()))
                        : std::nullopt;
      const auto found =
        id ? observed.contents.machines.find(*id) : observed.contents.machines.end();
      return found != observed.contents.machines.end() && is_down(found->second);
    });
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

#include "cmd/views/check/parts.hpp"

namespace orrery::check {

namespace {

/// Names who deploys the unit: its principal, or its machine's agent (M9, B3).
std::string holder_of(const store::Unit& unit) {
  if (!unit.principal.empty())
    return unit.principal;
  return unit.assigned ? "machine-" + std::to_string(unit.machine) : std::string();
}

void compare_note(const Observed& observed, const Deployment& noted, Differences& found) {
  const store::Contents& contents = observed.contents;
  const auto unit = contents.units.find(noted.unit);
  const bool is_known = unit != contents.units.end();
  if (is_known && holder_of(unit->second) == noted.holder)
    return;
  found.push_back({unit_entity(noted.unit), place_in_records(contents, noted.unit),
                   "noted as deployed by " + noted.holder,
                   is_known ? "restart orrery serve: " + noted.holder + " recalls it then"
                            : "restart orrery serve: " + noted.holder
                                + ", if it is there, recalls it then and deletes its notes",
                   is_holder_unattended(observed, noted.unit) ? Patience::Known : Patience::Short});
}

/// A unit is deployed as soon as its machine has an instance, a subordinate with its principal.
void compare_unit(const Observed& observed, const store::Unit& unit, Differences& found) {
  const auto machine = observed.contents.machines.find(unit.machine);
  if (!unit.assigned || machine == observed.contents.machines.end()
      || machine->second.instance.empty()
      || observed.notes.deployed.contains({holder_of(unit), unit.name}))
    return;
  const bool is_known =
    is_unattended(observed.contents, unit.name) || is_unattended(observed.contents, unit.principal);
  const bool is_subordinate =
    !unit.principal.empty(); // its principal may have to be deployed first
  found.push_back({unit_entity(unit.name), place_in_records(observed.contents, unit.name),
                   holder_of(unit) + " has not noted it as deployed",
                   "restart orrery serve: it is deployed then",
                   is_known         ? Patience::Known
                   : is_subordinate ? Patience::Settled
                                    : Patience::Short});
}

} // namespace

void compare_deployments(const Observed& observed, Differences& found) {
  for (const Deployment& noted : observed.notes.deployed)
    compare_note(observed, noted, found);
  for (const auto& [name, unit] : observed.contents.units)
    compare_unit(observed, unit, found);
}

} // namespace orrery::check

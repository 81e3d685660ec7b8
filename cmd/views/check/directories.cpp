#include "cmd/views/check/parts.hpp"

#include <algorithm>

namespace orrery::check {

namespace {

/// A machine that is Dead gives its instance back just now.
Patience patience_for(const store::Machine& machine) {
  if (is_down(machine))
    return Patience::Known;
  return machine.life == store::Life::Dead ? Patience::Settled : Patience::Short;
}

/// Nothing is released while it may be the instance of a machine that has none yet (M8).
std::string remedy_beside(store::MachineId in_the_making) {
  const std::string id = std::to_string(in_the_making);
  return "orrery retry-provisioning " + id + ", or orrery remove-machine " + id
         + ": once each machine has an instance, what belongs to none is released";
}

void compare_machines(const Observed& observed, Differences& found) {
  std::set<std::string> owned;
  for (const auto& [id, machine] : observed.contents.machines) {
    if (machine.instance.empty())
      continue;
    owned.insert(machine.instance);
    if (!observed.directories.instances.contains(machine.instance))
      found.push_back({"machine " + std::to_string(id),
                       std::string(to_string(machine.life)) + " with instance " + machine.instance,
                       "the provider has no such instance",
                       "orrery retry-provisioning " + std::to_string(id)
                         + " makes it again once it shows as down",
                       patience_for(machine)});
  }
  const auto& machines = observed.contents.machines;
  const auto in_the_making = std::find_if(
    machines.begin(), machines.end(), [](const auto& one) { return one.second.instance.empty(); });
  const bool is_any_in_the_making = in_the_making != machines.end();
  for (const std::string& instance : observed.directories.instances)
    if (!owned.contains(instance))
      found.push_back({"instance " + instance, "no machine has it", "the provider has it",
                       is_any_in_the_making ? remedy_beside(in_the_making->first)
                                            : "restart orrery serve: it is released then",
                       is_any_in_the_making ? Patience::Settled : Patience::Short});
}

void compare_there(const Observed& observed,
                   store::MachineId machine,
                   const std::string& unit,
                   Differences& found) {
  const auto record = observed.contents.units.find(unit);
  const bool is_here = record != observed.contents.units.end() && record->second.assigned
                       && record->second.machine == machine;
  if (!is_here)
    found.push_back({unit_entity(unit), place_in_records(observed.contents, unit),
                     "it has a directory on machine " + std::to_string(machine),
                     "remove the directory once nothing in it is needed",
                     is_holder_unattended(observed, unit) ? Patience::Known : Patience::Short});
}

/// One that is deployed has a directory; the provider may still be making it, or removing it again.
void compare_missing(const Observed& observed, const std::string& name, Differences& found) {
  const auto unit = observed.contents.units.find(name);
  if (unit == observed.contents.units.end() || !unit->second.assigned)
    return; // said elsewhere
  const auto there = observed.directories.units.find(unit->second.machine);
  if (there == observed.directories.units.end() || there->second.contains(name))
    return;
  const bool has_run =
    observed.notes.units.contains(name) && unit->second.life != store::Life::Dead;
  found.push_back(
    {unit_entity(name), place_in_records(observed.contents, name),
     "noted as deployed, but it has no directory there",
     "restart orrery serve, then orrery exec --unit " + name
       + " true, which begins its agent: its directory is made again, with the charm; what the "
         "unit itself had put there is lost",
     is_unattended(observed.contents, name) ? Patience::Known
     : has_run                              ? Patience::Short
                                            : Patience::Settled});
}

void compare_storages(const Observed& observed, Differences& found) {
  if (!observed.directories.storages)
    return;
  const std::set<std::string>& there = *observed.directories.storages;
  const auto& known = observed.contents.storages;
  for (const auto& [id, storage] : known)
    if (storage.placed && storage.life == store::Life::Alive && !there.contains(id))
      found.push_back(
        {"storage " + id,
         storage.unit.empty() ? "its data is kept" : "unit " + storage.unit + " has it",
         "its data is gone",
         "put storage/" + id + " of the model's directory back, or orrery remove-storage --force "
           + id});
  for (const std::string& id : there)
    if (!known.contains(id))
      found.push_back({"storage " + id, "no such storage",
                       "its data lies in storage/" + id + " of the model's directory",
                       "remove that once nothing in it is needed", Patience::Settled});
}

} // namespace

void compare_directories(const Observed& observed, Differences& found) {
  compare_machines(observed, found);
  for (const auto& [machine, units] : observed.directories.units)
    for (const std::string& unit : units)
      compare_there(observed, machine, unit, found);
  for (const Deployment& noted : observed.notes.deployed)
    compare_missing(observed, noted.unit, found);
  compare_storages(observed, found);
}

} // namespace orrery::check

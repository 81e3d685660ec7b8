#include "cmd/charms/bundle_machines.hpp"

#include "store/names.hpp"

#include <algorithm>
#include <optional>
#include <set>

namespace orrery::cmd {

namespace {

std::optional<store::MachineId> machine_of(const store::Contents& contents,
                                           const std::string& unit) {
  const auto found = contents.units.find(unit);
  if (found == contents.units.end() || !found->second.assigned)
    return std::nullopt;
  return found->second.machine;
}

/// Where a placement beside another application's unit leads.
std::optional<store::MachineId> neighbour(const store::Contents& contents,
                                          const std::string& place) {
  const auto parts = store::split_unit(place);
  if (!parts)
    return std::nullopt;
  const auto units = units_of(contents, std::string{parts->application});
  return parts->number < units.size() ? machine_of(contents, units[parts->number]) : std::nullopt;
}

/// The placement that a unit on this machine takes, else the first `new`, else the first at all.
std::vector<std::string>::iterator taken_by(std::vector<std::string>& open,
                                            std::optional<store::MachineId> machine,
                                            const store::Contents& contents,
                                            const std::map<std::string, store::MachineId>& known) {
  const auto stands_there = [&](const std::string& place) {
    const auto found = known.find(place);
    return machine
           && (found == known.end() ? neighbour(contents, place) : std::optional{found->second})
                == machine;
  };
  if (const auto own = std::find_if(open.begin(), open.end(), stands_there); own != open.end())
    return own;
  const auto fresh = std::find(open.begin(), open.end(), "new");
  return fresh == open.end() ? open.begin() : fresh;
}

} // namespace

std::vector<std::string> units_of(const store::Contents& contents, const std::string& application) {
  std::vector<std::string> names;
  for (const auto& [name, unit] : contents.units)
    if (unit.application == application && unit.life == store::Life::Alive)
      names.push_back(name);
  std::sort(names.begin(), names.end(), store::natural_less);
  return names;
}

std::map<std::string, store::MachineId> bundle_machines(const config::Bundle& bundle,
                                                        const store::Contents& contents) {
  std::map<std::string, store::MachineId> machines;
  std::set<store::MachineId> taken;
  const std::set<std::string> declared{bundle.machines.begin(), bundle.machines.end()};
  for (const auto& application : bundle.applications) {
    if (application.to.empty())
      continue;
    for (const auto& unit : units_of(contents, application.name)) {
      const auto parts = store::split_unit(unit);
      const auto machine = machine_of(contents, unit);
      if (!parts || !machine || parts->number >= application.to.size())
        continue;
      const auto& place = application.to[parts->number];
      if (declared.contains(place) && !machines.contains(place) && taken.insert(*machine).second)
        machines[place] = *machine;
    }
  }
  return machines;
}

std::vector<std::string> open_placements(const config::BundleApplication& application,
                                         const store::Contents& contents,
                                         const std::map<std::string, store::MachineId>& machines) {
  auto open = application.to;
  if (open.empty())
    return open;
  for (const auto& unit : units_of(contents, application.name))
    if (!open.empty())
      open.erase(taken_by(open, machine_of(contents, unit), contents, machines));
  return open;
}

} // namespace orrery::cmd

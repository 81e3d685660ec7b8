#include "cmd/charms/bundle_machines.hpp"

#include "store/names.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

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

/// Placements and the units that have them: by the units' numbers, or those left, in order.
std::vector<std::pair<std::string, std::string>> placed_units(
  const config::BundleApplication& application, const store::Contents& contents, bool by_number) {
  std::vector<std::pair<std::string, std::string>> placed;
  std::vector<std::string> left = application.to;
  std::vector<std::string> later;
  for (const auto& unit : units_of(contents, application.name)) {
    const auto parts = store::split_unit(unit);
    if (parts && parts->number < application.to.size()) {
      placed.emplace_back(application.to[parts->number], unit);
      left.erase(std::find(left.begin(), left.end(), application.to[parts->number]));
    } else
      later.push_back(unit);
  }
  if (by_number)
    return placed;
  placed.clear();
  for (std::size_t i = 0; i < std::min(left.size(), later.size()); ++i)
    placed.emplace_back(left[i], later[i]);
  return placed;
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
  const auto is_at = [&](const std::string& place, std::optional<store::MachineId> machine) {
    if (machine && declared.contains(place) && !machines.contains(place)
        && taken.insert(*machine).second)
      machines[place] = *machine;
  };
  // A unit's number says which placement was its own. Those that came in the place of removed ones
  // have higher numbers: they have what no number has taken.
  for (const bool has_own_number : {true, false})
    for (const auto& application : bundle.applications)
      for (const auto& [place, unit] : placed_units(application, contents, has_own_number))
        is_at(place, machine_of(contents, unit));
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

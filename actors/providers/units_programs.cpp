#include "actors/providers/units_programs.hpp"

#include "actors/hooks/control_group.hpp"
#include "actors/hooks/end_programs.hpp"
#include "actors/hooks/machine_groups.hpp"

namespace orrery::providers {

tl::expected<void, ProviderError> end_units_programs(const ProcessProviderOptions& options,
                                                     store::MachineId machine,
                                                     const std::string& unit) {
  std::vector<std::string> groups;
  for (const std::filesystem::path& place : options.group_places)
    groups.push_back((unit.empty() ? hooks::machine_group(place, machine)
                                   : hooks::unit_group(place, machine, unit))
                       .string());
  if (options.keepers == nullptr || options.keepers->may_have(machine, unit)) {
    const hooks::Survivors alive =
      hooks::end_processes(options.data_directory, machine, unit, options.grace, groups);
    const std::string whose = unit.empty() ? "machine " + std::to_string(machine) : unit;
    if (alive.ours)
      return tl::unexpected(ProviderError{"programs of " + whose + " do not end: " + alive.text});
    if (!alive.text.empty() && options.warn)
      options.warn("programs of " + whose + " are left behind: " + alive.text);
    if (options.keepers != nullptr)
      options.keepers->ended(machine, unit);
  }
  for (const std::string& group : groups)
    hooks::remove_group(group);
  return {};
}

} // namespace orrery::providers

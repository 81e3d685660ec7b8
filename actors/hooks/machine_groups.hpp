#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

/// Control groups (cgroup v2) of machines and units, outside the orchestrator's own group:
///
///     DIRECTORY/machine-3/app-0       all that hooks of unit app/0 on machine 3 start
///     DIRECTORY/machine-3/commands    all that commands on the machine itself start
///     DIRECTORY/keepers               the keepers (cmd/keeper), whosever they are
///
/// An end of the orchestrator's group spares them, and one file ends a unit or a machine:
/// DIRECTORY/machine-3/cgroup.kill. A keeper makes the unit's group before its hook begins.
namespace orrery::hooks {

/// @param directory where groups are made; empty: there are none. @returns empty then, too.
[[nodiscard]] std::filesystem::path machine_group(const std::filesystem::path& directory,
                                                  std::uint32_t machine);
/// @param unit `app/0`; empty: commands on the machine itself.
[[nodiscard]] std::filesystem::path
unit_group(const std::filesystem::path& directory, std::uint32_t machine, const std::string& unit);
[[nodiscard]] std::filesystem::path keepers_group(const std::filesystem::path& directory);

/// Makes a group in the directory, begins a process in it, and removes both.
/// @returns why that cannot be done, as a sentence's end; empty if it can.
[[nodiscard]] std::string try_machine_groups(const std::filesystem::path& directory);
/// Hands controllers (`pids`, `memory`) down to the groups in the directory.
/// @returns why that cannot be done; empty if it can.
[[nodiscard]] std::string hand_down_controller(const std::filesystem::path& directory,
                                               const std::string& controller);
/// Ends what no keeper holds any more, of all units: they and the orchestrator were killed.
void end_unheld_programs(const std::filesystem::path& directory);
/// Ends what no keeper holds any more in one group.
/// @param keepers the group of the keepers.
void end_unheld(const std::string& group, const std::string& keepers);
/// Removes the groups in which no process is left.
void remove_empty_machine_groups(const std::filesystem::path& directory);

} // namespace orrery::hooks

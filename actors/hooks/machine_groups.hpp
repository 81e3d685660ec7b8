#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

/// Control groups (cgroup v2) of machines: DIRECTORY/machine-N holds all that hooks of machine N
/// start, outside the orchestrator's own group. So what ends the orchestrator's group spares them,
/// and one file ends a machine: DIRECTORY/machine-N/cgroup.kill. The starter makes a machine's
/// group before its first hook (cmd/keeper/starter.cpp).
namespace orrery::hooks {

/// @param directory where groups are made; empty: there are none. @returns empty then, too.
[[nodiscard]] std::filesystem::path machine_group(const std::filesystem::path& directory,
                                                  std::uint32_t machine);
/// Makes a group in the directory, begins a process in it, and removes both.
/// @returns why that cannot be done, as a sentence's end; empty if it can.
[[nodiscard]] std::string try_machine_groups(const std::filesystem::path& directory);
/// Removes the groups in which no process is left.
void remove_empty_machine_groups(const std::filesystem::path& directory);
/// Removes the machine's group; one in which processes are left stays.
void remove_machine_group(const std::filesystem::path& directory, std::uint32_t machine);

} // namespace orrery::hooks

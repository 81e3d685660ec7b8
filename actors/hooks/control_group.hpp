#pragma once

#include <sys/types.h>

#include <chrono>
#include <string>
#include <vector>

/// One control group of version 2, named by its directory, with the groups below it: whatever its
/// processes do to their names, parents, sessions and users, the kernel knows them by it. No
/// libraries: the keeper program is built with it too.
namespace orrery::hooks {

/// Limits of a unit's group; empty: the kernel's own, none. As the group's files take them.
struct GroupLimits {
  std::string processes; ///< pids.max
  std::string memory;    ///< memory.max, bytes.
  [[nodiscard]] bool any() const { return !processes.empty() || !memory.empty(); }
};

/// Writes a file of the group.  @returns errno, 0 is success.
int write_group_file(const std::string& group, const char* file, const std::string& text);
/// Makes the group, and the one around it, where they are not there, and sets its limits.
/// @returns its descriptor, or -1 and errno.
[[nodiscard]] int open_group(const std::string& group, const GroupLimits& limits);
/// Kills every process in it at once, those that fork meanwhile, too, whatever their users.
/// @returns false if there is no such group, or its kernel cannot.
bool kill_group(const std::string& group);
/// @returns whether a process is in it. A zombie is in no group.
[[nodiscard]] bool has_processes(const std::string& group);
/// Waits until no process is in it.  @returns false if there still is one then.
bool wait_until_empty(const std::string& group, std::chrono::steady_clock::time_point until);
/// Lists who is in it now.
[[nodiscard]] std::vector<pid_t> processes_in(const std::string& group);
/// Removes it with the groups below it; one in which processes are left stays.
void remove_group(const std::string& group);

} // namespace orrery::hooks

#include "actors/hooks/machine_groups.hpp"

#include "actors/hooks/control_group.hpp"
#include "actors/hooks/process_tree.hpp"
#include "actors/hooks/system_reason.hpp"
#include "config/descriptor.hpp"

#include <fcntl.h>
#include <linux/sched.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <set>
#include <utility>
#include <vector>

namespace orrery::hooks {

namespace {

namespace fs = std::filesystem;
constexpr std::string_view group_prefix = "machine-";

/// Begins a process that ends at once, in that group.  @returns errno, 0 is success.
int begin_in(const fs::path& group) {
  const config::Descriptor place{::open(group.c_str(), O_DIRECTORY | O_CLOEXEC)};
  if (!place.is_open())
    return errno;
  clone_args how{};
  how.flags = CLONE_INTO_CGROUP;
  how.exit_signal = SIGCHLD;
  how.cgroup = static_cast<std::uint64_t>(place.get());
  const auto pid = static_cast<pid_t>(::syscall(SYS_clone3, &how, sizeof how));
  if (pid == 0)
    ::_exit(0);
  if (pid < 0)
    return errno;
  ::waitpid(pid, nullptr, 0);
  return 0;
}

/// Lists the machines' groups, and of each those of its units.
std::vector<fs::path> groups_of_machines(const fs::path& directory) {
  std::vector<fs::path> groups;
  std::error_code none; // a directory that cannot be read has no groups of ours
  for (const auto& entry : fs::directory_iterator(directory, none))
    if (entry.path().filename().string().starts_with(group_prefix))
      groups.push_back(entry.path());
  return groups;
}

/// Says whether one of its ancestors is among the keepers.
bool is_held(Process process, const std::vector<pid_t>& keepers) {
  constexpr int most_ancestors = 4'096;
  for (int i = 0; i < most_ancestors && process.parent > 1; ++i) {
    if (std::ranges::find(keepers, process.parent) != keepers.end())
      return true;
    const auto parent = read_process(process.parent);
    if (!parent)
      return false;
    process = *parent;
  }
  return false;
}

} // namespace

fs::path machine_group(const fs::path& directory, std::uint32_t machine) {
  if (directory.empty())
    return {};
  return directory / (std::string(group_prefix) + std::to_string(machine));
}

fs::path unit_group(const fs::path& directory, std::uint32_t machine, const std::string& unit) {
  if (directory.empty())
    return {};
  std::string name = unit.empty() ? "commands" : unit; // units' names end in a number
  std::ranges::replace(name, '/', '-');
  return machine_group(directory, machine) / name;
}

fs::path keepers_group(const fs::path& directory) {
  return directory.empty() ? fs::path() : directory / "keepers";
}

std::string try_machine_groups(const fs::path& directory) {
  if (::access((directory / "cgroup.subtree_control").c_str(), F_OK) != 0)
    return reason_of(directory.string() + " is no control group of version 2", errno);
  const fs::path group = directory / ("trial-" + std::to_string(::getpid()));
  if (::mkdir(group.c_str(), 0755) != 0)
    return reason_of("no group can be made in " + directory.string(), errno);
  // Kernels before 5.14 cannot kill a group.
  const int error = ::access((group / "cgroup.kill").c_str(), F_OK) == 0 ? begin_in(group) : errno;
  ::rmdir(group.c_str());
  return error == 0 ? std::string()
                    : reason_of("no process can begin in a group in " + directory.string(), error);
}

std::string hand_down_controller(const fs::path& directory, const std::string& controller) {
  const int error =
    write_group_file(directory.string(), "cgroup.subtree_control", "+" + controller);
  return error == 0 ? std::string()
                    : reason_of("the controller " + controller + " cannot be had for groups in "
                                  + directory.string(),
                                error);
}

void end_unheld(const std::string& group, const std::string& keepers) {
  constexpr int most_rounds = 16;
  std::set<std::pair<pid_t, std::uint64_t>> killed;
  for (int round = 0; round < most_rounds; ++round) {
    const std::vector<pid_t> holders = processes_in(keepers);
    bool is_new = false;
    for (const pid_t pid : processes_in(group)) {
      const auto process = read_process(pid);
      if (!process || is_held(*process, holders) || !killed.emplace(pid, process->started).second)
        continue;
      is_new = true;
      if (!send_signal(*process, SIGKILL) && errno == EPERM)
        round = most_rounds; // another user's
    }
    if (!is_new)
      return;
  }
  // Whoever forks faster than we look, or may not be signalled, the kernel takes with the group.
  kill_group(group);
}

void end_unheld_programs(const fs::path& directory) {
  if (directory.empty())
    return;
  std::error_code none; // a group that is gone meanwhile
  for (const fs::path& machine : groups_of_machines(directory))
    for (const auto& unit : fs::directory_iterator(machine, none))
      if (unit.is_directory(none) && has_processes(unit.path().string()))
        end_unheld(unit.path().string(), keepers_group(directory).string());
}

void remove_empty_machine_groups(const fs::path& directory) {
  if (directory.empty())
    return;
  for (const fs::path& machine : groups_of_machines(directory))
    remove_group(machine.string());
  ::rmdir(keepers_group(directory).c_str()); // refused where a process is left
}

} // namespace orrery::hooks

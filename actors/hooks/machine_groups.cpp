#include "actors/hooks/machine_groups.hpp"

#include "actors/hooks/system_reason.hpp"
#include "config/descriptor.hpp"

#include <fcntl.h>
#include <linux/sched.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>

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

} // namespace

fs::path machine_group(const fs::path& directory, std::uint32_t machine) {
  if (directory.empty())
    return {};
  return directory / (std::string(group_prefix) + std::to_string(machine));
}

std::string try_machine_groups(const fs::path& directory) {
  if (::access((directory / "cgroup.kill").c_str(), F_OK) != 0)
    return reason_of(directory.string() + " is no control group of version 2", errno);
  const fs::path group = directory / ("trial-" + std::to_string(::getpid()));
  if (::mkdir(group.c_str(), 0755) != 0)
    return reason_of("no group can be made in " + directory.string(), errno);
  const int error = begin_in(group);
  ::rmdir(group.c_str());
  return error == 0 ? std::string()
                    : reason_of("no process can begin in a group in " + directory.string(), error);
}

void remove_empty_machine_groups(const fs::path& directory) {
  if (directory.empty())
    return;
  std::error_code none; // a directory that cannot be read has no groups of ours
  for (const auto& entry : fs::directory_iterator(directory, none))
    if (entry.path().filename().string().starts_with(group_prefix))
      ::rmdir(entry.path().c_str()); // refused where a process is left
}

void remove_machine_group(const fs::path& directory, std::uint32_t machine) {
  if (!directory.empty())
    ::rmdir(machine_group(directory, machine).c_str());
}

} // namespace orrery::hooks

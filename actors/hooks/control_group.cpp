#include "actors/hooks/control_group.hpp"

#include "actors/hooks/file_text.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdlib>

namespace orrery::hooks {

namespace {

constexpr mode_t group_mode = 0755;
constexpr int most_depth = 16; ///< Groups that programs of a unit may have made one in another.

/// Says whether the events of a group, as its file tells them, have a process in it.
bool is_populated(const std::string& events) {
  return events.find("populated 1") != std::string::npos;
}

std::vector<std::string> groups_below(const std::string& group) {
  std::vector<std::string> below;
  DIR* const list = opendir(group.c_str());
  if (list == nullptr)
    return below;
  while (const dirent* entry = readdir(list))
    if (entry->d_type == DT_DIR && entry->d_name[0] != '.')
      below.push_back(group + "/" + entry->d_name);
  closedir(list);
  return below;
}

void list_processes(const std::string& group, int depth, std::vector<pid_t>& all) {
  const std::string text = file_text(group + "/cgroup.procs");
  const char* at = text.c_str();
  for (char* end = nullptr;; at = end) {
    const long pid = std::strtol(at, &end, 10);
    if (end == at)
      break;
    if (pid > 0) // 0: of another pid namespace
      all.push_back(static_cast<pid_t>(pid));
  }
  if (depth < most_depth)
    for (const std::string& below : groups_below(group))
      list_processes(below, depth + 1, all);
}

void remove_groups(const std::string& group, int depth) {
  if (rmdir(group.c_str()) == 0 || errno != EBUSY || depth > most_depth)
    return;
  for (const std::string& below : groups_below(group))
    remove_groups(below, depth + 1);
  rmdir(group.c_str());
}

void set_limits(const std::string& group, const GroupLimits& limits) {
  // Whether the controllers are there was looked at when the orchestrator began, and said.
  if (!limits.processes.empty())
    write_group_file(group, "pids.max", limits.processes);
  if (!limits.memory.empty())
    write_group_file(group, "memory.max", limits.memory);
}

/// Makes the group around a unit's, a machine's, which hands the controllers down.
void make_outer_group(const std::string& group, const GroupLimits& limits) {
  if (mkdir(group.c_str(), group_mode) != 0 && errno != EEXIST)
    return; // the inner one cannot be made either, and says why
  if (!limits.processes.empty())
    write_group_file(group, "cgroup.subtree_control", "+pids");
  if (!limits.memory.empty())
    write_group_file(group, "cgroup.subtree_control", "+memory");
}

} // namespace

int write_group_file(const std::string& group, const char* file, const std::string& text) {
  const int place = open((group + "/" + file).c_str(), O_WRONLY | O_CLOEXEC);
  if (place < 0)
    return errno;
  const int why = write(place, text.data(), text.size()) < 0 ? errno : 0;
  close(place);
  return why;
}

int open_group(const std::string& group, const GroupLimits& limits) {
  if (mkdir(group.c_str(), group_mode) != 0 && errno != EEXIST) {
    if (errno != ENOENT)
      return -1;
    make_outer_group(group.substr(0, group.rfind('/')), limits);
    if (mkdir(group.c_str(), group_mode) != 0 && errno != EEXIST)
      return -1;
  }
  set_limits(group, limits);
  return open(group.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}

bool kill_group(const std::string& group) {
  return write_group_file(group, "cgroup.kill", "1") == 0;
}

bool has_processes(const std::string& group) {
  return is_populated(file_text(group + "/cgroup.events"));
}

bool wait_until_empty(const std::string& group, std::chrono::steady_clock::time_point until) {
  using std::chrono::ceil, std::chrono::milliseconds, std::chrono::steady_clock;
  const int events = open((group + "/cgroup.events").c_str(), O_RDONLY | O_CLOEXEC);
  if (events < 0)
    return true; // there is no such group
  bool empty = false;
  for (;;) {
    char text[256];
    const ssize_t size = pread(events, text, sizeof text, 0);
    empty = size <= 0 || !is_populated({text, static_cast<std::size_t>(size)});
    const auto left = ceil<milliseconds>(until - steady_clock::now()).count();
    if (empty || left <= 0)
      break;
    pollfd changed{events, POLLPRI, 0};
    poll(&changed, 1, static_cast<int>(std::min<std::int64_t>(left, 60'000)));
  }
  close(events);
  return empty;
}

std::vector<pid_t> processes_in(const std::string& group) {
  std::vector<pid_t> all;
  list_processes(group, 0, all);
  return all;
}

void remove_group(const std::string& group) {
  remove_groups(group, 0);
}

} // namespace orrery::hooks

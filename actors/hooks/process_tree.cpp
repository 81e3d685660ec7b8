#include "actors/hooks/process_tree.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <unordered_map>
#include <unordered_set>

namespace orrery::hooks {

std::optional<Process> read_process(pid_t pid) {
  char path[64];
  std::snprintf(path, sizeof path, "/proc/%d/stat", pid);
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0)
    return std::nullopt;
  char text[1024];
  const ssize_t size = read(file, text, sizeof text - 1);
  close(file);
  if (size <= 0)
    return std::nullopt;
  text[size] = 0;
  // The name may hold blanks and parentheses: what follows its last `)` is regular.
  const char* rest = std::strrchr(text, ')');
  if (rest == nullptr)
    return std::nullopt;
  char state = 0;
  int parent = 0;
  int group = 0;
  unsigned long long started = 0;
  const int fields = std::sscanf(
    rest + 1, " %c %d %d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*d %*d %*d %*d %*d %*d %llu",
    &state, &parent, &group, &started);
  if (fields != 4)
    return std::nullopt;
  return Process{pid, parent, group, started, state == 'Z' || state == 'X', state};
}

namespace {

std::vector<Process> all_processes() {
  std::vector<Process> all;
  DIR* proc = opendir("/proc");
  if (proc == nullptr)
    return all;
  while (const dirent* entry = readdir(proc)) {
    char* end = nullptr;
    const long pid = std::strtol(entry->d_name, &end, 10);
    if (end == entry->d_name || *end != 0)
      continue;
    if (auto process = read_process(static_cast<pid_t>(pid)))
      all.push_back(*process);
  }
  closedir(proc);
  return all;
}

} // namespace

std::vector<Process> descendants(const std::vector<pid_t>& ancestors) {
  if (ancestors.empty())
    return {};
  std::unordered_map<pid_t, std::vector<Process>> children;
  for (const Process& process : all_processes())
    children[process.parent].push_back(process);
  std::vector<Process> found;
  // A pid used again while we read could close a circle: each parent's children are taken once.
  const auto take = [&](pid_t parent) {
    if (auto node = children.extract(parent))
      found.insert(found.end(), node.mapped().begin(), node.mapped().end());
  };
  for (const pid_t ancestor : ancestors)
    take(ancestor);
  for (std::size_t i = 0; i < found.size(); ++i)
    take(found[i].pid);
  const std::unordered_set<pid_t> told(ancestors.begin(), ancestors.end());
  std::erase_if(found, [&](const Process& process) { return told.contains(process.pid); });
  return found;
}

std::vector<Process> descendants(pid_t ancestor) {
  return descendants(std::vector<pid_t>{ancestor});
}

bool send_signal(const Process& process, int signal) {
  const int handle = static_cast<int>(syscall(SYS_pidfd_open, process.pid, 0));
  errno = ESRCH;
  if (handle < 0)
    return false;
  const auto now = read_process(process.pid);
  const bool same = now && now->started == process.started;
  errno = ESRCH;
  const bool sent = same && syscall(SYS_pidfd_send_signal, handle, signal, nullptr, 0) == 0;
  const int why = errno;
  close(handle);
  errno = why;
  return sent;
}

} // namespace orrery::hooks

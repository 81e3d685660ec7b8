#include "actors/hooks/own_programs.hpp"

#include <sys/wait.h>

#include <cerrno>

namespace orrery::hooks {

OwnPrograms& OwnPrograms::of_this_process() {
  static OwnPrograms programs;
  return programs;
}

pid_t OwnPrograms::begin(const std::function<pid_t()>& begin) {
  const std::lock_guard lock(mutex_);
  const pid_t pid = begin();
  if (pid > 0)
    pids_.insert(pid);
  return pid;
}

int OwnPrograms::wait(pid_t pid) {
  int status = 0;
  while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  const std::lock_guard lock(mutex_); // before that it is not forgotten: it is nobody's orphan
  pids_.erase(pid);
  return status;
}

pid_t OwnPrograms::reap(pid_t pid, int& status) {
  const std::lock_guard lock(mutex_); // nobody gets its number before it is forgotten
  const pid_t reaped = ::waitpid(pid, &status, WNOHANG);
  if (reaped != 0)
    pids_.erase(pid);
  return reaped;
}

void OwnPrograms::with_all(const std::function<void(const std::set<pid_t>&)>& use) {
  const std::lock_guard lock(mutex_);
  use(pids_);
}

} // namespace orrery::hooks

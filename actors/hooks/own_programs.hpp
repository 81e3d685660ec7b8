#pragma once

#include <sys/types.h>

#include <functional>
#include <mutex>
#include <set>

namespace orrery::hooks {

/// Children of this process that it has started for itself, as for the reading of an archive, and
/// that whoever ends orphans leaves alone. There is one of these, for a process has one set of
/// children. Bounded by the threads that wait for such a child. For any thread.
class OwnPrograms {
public:
  static OwnPrograms& of_this_process();

  /// Begins a child. @param begin returns its pid, or 0; nobody looks for orphans meanwhile.
  pid_t begin(const std::function<pid_t()>& begin);
  /// Waits for its end. @pre `begin` has returned it, and nobody has waited for it.
  /// @returns how it has ended, as waitpid says
  int wait(pid_t pid);
  /// Calls this with all of them. None begins meanwhile.
  void with_all(const std::function<void(const std::set<pid_t>&)>& use);

private:
  std::mutex mutex_;
  std::set<pid_t> pids_;
};

} // namespace orrery::hooks

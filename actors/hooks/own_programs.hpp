#pragma once

#include <sys/types.h>

#include <functional>
#include <mutex>
#include <set>

namespace orrery::hooks {

/// Children of this process that it has started for itself, as keepers, their starters, or for the
/// reading of an archive, and that whoever ends orphans leaves alone. There is one of these, for a
/// process has one set of children, whichever model's runner has begun them. Bounded by these
/// children. For any thread.
class OwnPrograms {
public:
  static OwnPrograms& of_this_process();

  /// Begins a child. @param begin returns its pid, or 0; nobody looks for orphans meanwhile.
  pid_t begin(const std::function<pid_t()>& begin);
  /// Waits for its end. @pre `begin` has returned it, and nobody has waited for it.
  /// @returns how it has ended, as waitpid says
  int wait(pid_t pid);
  /// Forgets it if it has ended.  @pre as of wait().
  /// @returns as waitpid does that does not block; -1 where there is no such child.
  pid_t reap(pid_t pid, int& status);
  /// Calls this with all of them. None begins meanwhile.
  void with_all(const std::function<void(const std::set<pid_t>&)>& use);

private:
  std::recursive_mutex mutex_; ///< A keeper that is made may need a starter first.
  std::set<pid_t> pids_;
};

} // namespace orrery::hooks

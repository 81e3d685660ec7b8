#include "actors/hooks/orphans.hpp"

#include "actors/hooks/own_programs.hpp"
#include "actors/hooks/process_tree.hpp"

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

namespace orrery::hooks {

Orphans::Orphans() {
  if (getpid() == 1)
    return;
  for (const Process& process : descendants(getpid()))
    strangers_.emplace(process.pid, process.started);
  adopts_ = prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == 0;
}

std::set<pid_t> Orphans::end(const std::set<pid_t>& own) {
  std::set<pid_t> alive;
  if (adopts_)
    OwnPrograms::of_this_process().with_all([&](std::set<pid_t> programs) {
      programs.insert(own.begin(), own.end());
      alive = end_all_but(programs);
    });
  return alive;
}

std::set<pid_t> Orphans::end_all_but(const std::set<pid_t>& own) {
  std::set<pid_t> alive;
  std::set<pid_t> below; // zombies count: what was theirs is ours by the next look
  for (const Process& process : descendants(getpid())) {
    const bool is_child = process.parent == getpid();
    if (is_child ? own.contains(process.pid) || strangers_.contains({process.pid, process.started})
                 : !below.contains(process.parent))
      continue;
    below.insert(process.pid);
    (void)send_signal(process, SIGKILL);
    const bool is_gone =
      is_child ? waitpid(process.pid, nullptr, WNOHANG) == process.pid : process.zombie;
    if (!is_gone)
      alive.insert(process.pid);
  }
  return alive;
}

} // namespace orrery::hooks

#pragma once

#include "actors/agents/host_agent.hpp"
#include "actors/workflow/task_results.hpp"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace orrery::agents {

/// Runs users' commands on a machine (A60): a part of its agent, in whose name and thread it does
/// so. They wait for nobody but for one another where a hundred run.
class MachineTasks {
public:
  static constexpr std::size_t most_at_once = 100;

  /// @param ended is called when one has ended.
  MachineTasks(HostAgent& agent, store::MachineId machine, std::function<void()> ended)
    : agent_(agent), machine_(machine), ended_(std::move(ended)) {}

  /// All that the machine is to run and has not ended.
  /// @param is_up whether anything can run there now.
  void seen(const std::vector<protocol::TaskToRun>& tasks, bool is_up);
  void task_seen(const protocol::TaskSeen& seen);
  void command_ended(const protocol::HookEnded& ended);
  /// Says whether nothing of one runs there.
  [[nodiscard]] bool is_idle() const { return running_.empty(); }

private:
  struct Running {
    store::TaskId operation = 0;
    bool is_begun = false;     ///< Its program may run.
    bool is_cancelled = false; ///< It has been told to end.
    runtime::Hold hold;
  };

  void begin_more();
  void begin(const protocol::TaskToRun& task);
  [[nodiscard]] bool is_left_running(store::TaskId task) const;
  void start(store::TaskId task, const protocol::TaskSeen& seen);
  void finish(store::TaskId task, const TaskOutcome& outcome);
  void drop(store::TaskId task);

  HostAgent& agent_;
  store::MachineId machine_;
  std::function<void()> ended_;
  std::vector<protocol::TaskToRun> tasks_; ///< As seen last.
  bool is_up_ = false;
  std::map<store::TaskId, Running> running_; ///< From when it is looked at until its end is told.
};

} // namespace orrery::agents

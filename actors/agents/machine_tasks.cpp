#include "actors/agents/machine_tasks.hpp"

#include "actors/workflow/machine_turn.hpp"

#include <algorithm>
#include <utility>

namespace orrery::agents {

using store::TaskStatus;

void MachineTasks::seen(const std::vector<protocol::TaskToRun>& tasks, bool is_up) {
  tasks_ = tasks;
  is_up_ = is_up;
  for (const protocol::TaskToRun& task : tasks_) {
    const auto known = running_.find(task.id);
    if (known == running_.end() && task.status != TaskStatus::Pending) { // by an agent before
      running_.emplace(task.id,
                       Running{task.operation, false, false, runtime::Hold(agent_.holds())});
      finish(task.id, {TaskStatus::Failed, "action cancelled", {}}); // A13, A62
    } else if (known != running_.end() && known->second.is_begun
               && task.status == TaskStatus::Aborting
               && !std::exchange(known->second.is_cancelled, true)) {
      agent_.send(agent_.of_host().hooks, protocol::EndTask{task.id}); // A30
    }
  }
  begin_more();
}

void MachineTasks::begin_more() {
  for (const protocol::TaskToRun& task : tasks_)
    if (is_up_ && running_.size() < most_at_once && task.status == TaskStatus::Pending
        && !running_.contains(task.id))
      begin(task);
}

void MachineTasks::begin(const protocol::TaskToRun& task) {
  if (!agent_.ask_entity(rules::operation(task.operation), protocol::ReadTask{task.id}))
    return; // cancelled just now: that will be seen
  running_.emplace(task.id, Running{task.operation, false, false, runtime::Hold(agent_.holds())});
}

void MachineTasks::task_seen(const protocol::TaskSeen& seen) {
  const auto found = running_.find(seen.task);
  if (found == running_.end())
    return;
  if (!seen.found)
    return drop(seen.task);
  agent_.ask(protocol::BeginTask{found->second.operation, seen.task, {}, machine_},
             [this, seen](const protocol::Answer& answer) {
               if (answer.ok())
                 return start(seen.task, seen);
               if (answer.verdict == protocol::Verdict::Contended) { // L8
                 running_.erase(seen.task);
                 return begin_more();
               }
               if (is_left_running(seen.task))
                 return finish(seen.task, {TaskStatus::Failed, "action cancelled", {}}); // A13
               drop(seen.task); // cancelled just now
             });
}

/// Whether an agent before this one, which has failed, had begun it after all.
bool MachineTasks::is_left_running(store::TaskId task) const {
  return std::any_of(tasks_.begin(), tasks_.end(), [&](const protocol::TaskToRun& seen) {
    return seen.id == task && seen.status != TaskStatus::Pending;
  });
}

void MachineTasks::start(store::TaskId task, const protocol::TaskSeen& seen) {
  const auto is_cancelled = [task](const protocol::TaskToRun& shown) {
    return shown.id == task && shown.status == TaskStatus::Aborting;
  };
  // A30: somebody may have cancelled it since it was recorded as begun.
  if (std::any_of(tasks_.begin(), tasks_.end(), is_cancelled))
    return finish(task, {TaskStatus::Failed, "terminated", {}});
  Running& running = running_.at(task);
  running.is_begun = true;
  agent_.send(agent_.of_host().hooks,
              protocol::RunOnMachine{machine_,
                                     {running.operation, task, seen.action, seen.parameters},
                                     turn_of_command(machine_, seen)});
}

void MachineTasks::command_ended(const protocol::HookEnded& ended) {
  const auto task = static_cast<store::TaskId>(ended.ticket);
  if (!running_.contains(task) || ended.end.how == hooks::HookEnd::How::Cancelled)
    return; // the orchestrator stops: whoever begins next says that it was ended
  finish(task, machine_task_outcome(ended.end));
}

void MachineTasks::finish(store::TaskId task, const TaskOutcome& outcome) {
  const protocol::FinishTask command{running_.at(task).operation,
                                     task,
                                     {},
                                     machine_,
                                     outcome.status,
                                     outcome.message,
                                     outcome.results,
                                     {}};
  agent_.ask(command, [this, task, outcome](const protocol::Answer& answer) {
    if (answer.verdict == protocol::Verdict::Contended)
      return finish(task, outcome); // L8
    drop(task);
    begin_more();
  });
}

void MachineTasks::drop(store::TaskId task) {
  running_.erase(task);
  std::erase_if(tasks_, [&](const protocol::TaskToRun& seen) { return seen.id == task; });
  ended_();
}

} // namespace orrery::agents

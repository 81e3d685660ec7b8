#include "actors/agents/machine_tasks.hpp"

#include "actors/workflow/task_results.hpp"

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
      finish(task.id, {task.operation,
                       task.id,
                       {},
                       machine_,
                       TaskStatus::Failed,
                       "action cancelled",
                       {},
                       {}}); // A13, A62
    } else if (known != running_.end() && known->second.is_begun
               && task.status == TaskStatus::Aborting
               && !std::exchange(known->second.is_cancelled, true)) {
      agent_.send(agent_.services().hooks, protocol::EndTask{task.id}); // A30
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
  const caf::actor operation =
    agent_.services().entities.directory.find(rules::operation(task.operation));
  if (!operation)
    return; // cancelled just now: that will be seen
  running_.emplace(task.id, Running{task.operation, false, false, runtime::Hold(agent_.holds())});
  agent_.send(operation, protocol::ReadTask{task.id});
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
               drop(seen.task); // cancelled just now, or tried again at once (L8)
               if (answer.verdict == protocol::Verdict::Contended)
                 begin_more();
             });
}

void MachineTasks::start(store::TaskId task, const protocol::TaskSeen& seen) {
  Running& running = running_.at(task);
  running.is_begun = true;
  agent_.send(
    agent_.services().hooks,
    protocol::RunOnMachine{machine_, {running.operation, task, seen.action, seen.parameters}});
}

void MachineTasks::command_ended(const protocol::HookEnded& ended) {
  const auto task = static_cast<store::TaskId>(ended.ticket);
  const auto found = running_.find(task);
  if (found == running_.end() || ended.end.how == hooks::HookEnd::How::Cancelled)
    return; // the orchestrator stops: whoever begins next says that it was ended
  TaskOutcome outcome = machine_task_outcome(ended.end);
  finish(task, {found->second.operation,
                task,
                {},
                machine_,
                outcome.status,
                outcome.message,
                outcome.results,
                {}});
}

void MachineTasks::finish(store::TaskId task, const protocol::FinishTask& finish) {
  agent_.ask(finish, [this, task, finish](const protocol::Answer& answer) {
    if (answer.verdict == protocol::Verdict::Contended)
      return this->finish(task, finish); // L8
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

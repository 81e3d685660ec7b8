#include "actors/workflow/machine_turn.hpp"
#include "actors/workflow/mind.hpp"
#include "actors/workflow/task_results.hpp"

#include <algorithm>
#include <utility>

/// Tasks of users, which are actions and commands, take turns with the unit's hooks (A10): one runs
/// when no hook does, also while a failed hook waits for its next try or for a person (A14). They
/// come in their order (A18), and between two of them everything else that there is to do is done,
/// but for the teardown hooks of a unit that is Dying, which come after them (A15).
/// How far a task has come is noted in the model, and none runs twice (A13). They wait while their
/// unit's host is lost (A16), and from the beginning of an upgrade to the config-changed behind it
/// (P26).
namespace orrery::agents {

using store::TaskStatus;

/// Where the charm's install hook has run, or has failed at least once, and remove has not (A15).
/// Hooks that come before tasks run first (A12), unless a hook has failed (A14) or the model
/// refuses what is to be done.
bool Mind::may_run_task() {
  const std::optional<Operation>& in_hand = local_.operation;
  const bool alive = sight_.remote().life == store::Life::Alive;
  if (others_before_next_task_ && !stalled_ && alive)
    return false;
  if (sight_.remote().life == store::Life::Dead || local_.removed || is_upgrading(local_)
      || (in_hand && in_hand->step != Step::Queued))
    return false;
  if (in_hand && in_hand->attempt > 0)
    return true;
  return local_.installed
         && (stalled_
             || !is_due_before_tasks(local_, sight_.remote(), now_, policy_, &sight_.looked_at()));
}

/// @returns whether something is asked or runs for a task now.
bool Mind::begin_task() {
  const auto& tasks = sight_.remote().tasks;
  const auto left = std::find_if(tasks.begin(), tasks.end(), [](const protocol::TaskToRun& task) {
    return task.status != TaskStatus::Pending;
  });
  if (left != tasks.end()) { // by an agent before this one
    task_ = TaskInHand{*left, {}, false};
    finish_task({TaskStatus::Failed, "action terminated", {}}, std::nullopt); // A13
    return true;
  }
  task_waits_ = false;
  if (tasks.empty() || !may_run_task())
    return false;
  const protocol::TaskToRun& next = tasks.front();
  if (!next_task_ || next_task_->task != next.id) { // which turn it takes is not known
    out_.forgets_wake = true;
    out_.then = LookAtTask{next.operation, next.id};
    under_way_ = Reading{rules::operation(next.operation)};
    return true;
  }
  const auto turn = turn_of_task(acts_for_.machine, *next_task_);
  if (!has_place(turn)) {
    task_waits_ = true;
    want_place(turn);
    return false;
  }
  out_.forgets_wake = true;
  task_ = TaskInHand{next, *std::exchange(next_task_, std::nullopt), false};
  ask(protocol::BeginTask{next.operation, next.id, acts_for_.unit, 0}, TaskBegun{});
  return true;
}

void Mind::handle(const protocol::TaskSeen& seen) {
  under_way_ = Nothing{};
  if (seen.found)
    next_task_ = seen;
  else
    sight_.task_is_over(seen.task);
  take_steps();
}

void Mind::answered(const TaskBegun&, const protocol::Answer& answer) {
  if (!answer.ok()) {
    // Cancelled just now; or an agent before this one, which has failed, had begun it: that has
    // been seen by now, and the task is ended as one that was left running (A13).
    if (answer.verdict != protocol::Verdict::Contended
        && is_seen_as(task_->task.id, TaskStatus::Pending))
      sight_.task_is_over(task_->task.id);
    task_.reset();
    return;
  }
  report({"executing", "running action " + task_->what.action, now_}); // A19
  then(LookAtConfig{}, Reading{rules::application(acts_for_.application)});
}

/// Starts the program of the task in hand, unless somebody has cancelled the task since it was
/// recorded as begun.
void Mind::start_task(const protocol::ConfigSeen& config) {
  if (is_seen_as(task_->task.id, TaskStatus::Aborting)) { // A30
    finish_task({TaskStatus::Failed, "terminated", {}}, std::nullopt);
    return give_place_back();
  }
  protocol::RunHook order{task_->task.id, shown_to(Hook{}, config), {}};
  const protocol::TaskSeen& what = task_->what;
  order.sight.hook = what.action;
  order.sight.action =
    hooks::ActionSight{task_->task.operation, task_->task.id, what.action, what.parameters};
  task_->runs = true;
  command_run_ = {now_, 0};
  then(StartHook{std::move(order)}, Running{});
}

bool Mind::is_seen_as(store::TaskId task, TaskStatus status) const {
  const auto& tasks = sight_.remote().tasks;
  return std::any_of(tasks.begin(), tasks.end(), [&](const protocol::TaskToRun& seen) {
    return seen.id == task && seen.status == status;
  });
}

/// A30
void Mind::end_cancelled_task() {
  const bool runs = task_ && task_->runs && std::holds_alternative<Running>(under_way_);
  if (runs && is_seen_as(task_->task.id, TaskStatus::Aborting))
    out_.ends_task = task_->task.id;
}

/// Applies what the task buffered if it has succeeded, as of a hook (H6).
void Mind::task_ended(const protocol::HookEnded& ended) {
  if (ended.end.how == hooks::HookEnd::How::Cancelled) {
    stopping_ = true; // whoever begins next says that it was ended (A13)
    task_.reset();
    return;
  }
  const bool is_command = task_->what.action == store::command_action;
  TaskOutcome outcome = task_outcome(ended.end, ended.state, is_command);
  std::optional<protocol::FlushHook> changes;
  const std::string& refused = ended.state.secrets.refused;
  if (ended.end.success() && !refused.empty())
    outcome = with_refused_changes(std::move(outcome), refused); // A25
  else if (ended.end.success())
    changes = changes_of(ended.state);
  finish_task(std::move(outcome), std::move(changes));
}

void Mind::finish_task(TaskOutcome outcome, std::optional<protocol::FlushHook> changes) {
  protocol::FinishTask finish{task_->task.operation, task_->task.id,  acts_for_.unit,  0,
                              outcome.status,        outcome.message, outcome.results, changes};
  TaskFinished what;
  what.outcome = std::move(outcome);
  if (changes)
    what.flushed = {changes->open, changes->close};
  what.changes = std::move(changes);
  ask(std::move(finish), std::move(what));
}

/// Whatever the code, a refusal may be that of the changes: the task is then ended without them
/// (A25). A refusal that comes without changes says that the task has ended already (A6).
void Mind::answered(const TaskFinished& finished, const protocol::Answer& answer) {
  if (answer.verdict == protocol::Verdict::Contended)
    return finish_task(finished.outcome, finished.changes); // L8
  if (answer.verdict == protocol::Verdict::Refused && finished.changes) {
    const std::string& name = task_->what.action;
    const std::string what = name == store::command_action ? "command" : "action " + name;
    out_.said.emplace_back(
      UnitLine{"ERROR", "agent", what + " failed: its changes are refused: " + answer.text});
    return finish_task(with_refused_changes(finished.outcome, answer.text), std::nullopt);
  }
  if (answer.ok()) {
    take_over_ports(finished.flushed);
    if (finished.outcome.status == TaskStatus::Completed)
      note(forget_end(local_)); // whoever starts the program by hand does it so
  }
  sight_.task_is_over(task_->task.id);
  task_.reset();
  others_before_next_task_ = true;
}

} // namespace orrery::agents

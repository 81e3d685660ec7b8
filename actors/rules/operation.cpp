#include "actors/rules/operation.hpp"

#include "actors/rules/step_cases.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace orrery::rules {

namespace {

using store::TaskStatus;

constexpr std::uint32_t bit_of(TaskStatus status) {
  return std::uint32_t{1} << static_cast<unsigned>(status);
}

bool has_ended_with(const store::Operation& operation, TaskStatus status) {
  return (operation.ended & bit_of(status)) != 0;
}

/// A7: of one that has not ended.
TaskStatus status_under_way(const store::Operation& operation, std::uint32_t running) {
  if (has_ended_with(operation, TaskStatus::Error))
    return TaskStatus::Error;
  return running > 0 ? TaskStatus::Running : TaskStatus::Pending;
}

/// A7: of one whose last task has ended.
TaskStatus status_at_end(const store::Operation& operation) {
  for (const TaskStatus status :
       {TaskStatus::Error, TaskStatus::Failed, TaskStatus::Cancelled, TaskStatus::Completed})
    if (has_ended_with(operation, status))
      return status == TaskStatus::Completed && !operation.fail.empty() ? TaskStatus::Error
                                                                        : status;
  return TaskStatus::Aborted;
}

/// A change of an operation and some of its tasks, as it becomes a decision.
class Change {
public:
  Change(const OperationState& operation, store::Milliseconds now)
    : before_(operation), after_(operation.record), running_(operation.running), now_(now) {}

  void begin(store::Task task) {
    task.status = TaskStatus::Running;
    task.started = now_;
    if (after_.started == 0)
      after_.started = now_;
    ++running_;
    decision_.writes.push_back(put(std::move(task)));
  }

  /// @param task as it has ended, but for the time
  void end(store::Task task) {
    const store::Task& open = before_.open.at(task.id);
    if (open.status != TaskStatus::Pending)
      --running_;
    decision_.writes.push_back(erase(open));
    task.completed = now_;
    after_.ended |= bit_of(task.status);
    --after_.open;
    decision_.writes.push_back(put(std::move(task)));
  }

  Decision take() {
    if (after_.open > 0) {
      after_.status = status_under_way(after_, running_);
    } else {
      after_.status = status_at_end(after_);
      after_.completed = now_;
      decision_.writes.push_back(erase(before_.record));
    }
    decision_.writes.push_back(put(std::move(after_)));
    return std::move(decision_);
  }

private:
  const OperationState& before_;
  store::Operation after_;
  std::uint32_t running_;
  store::Milliseconds now_;
  Decision decision_;
};

Decision already_ended(store::TaskId task) {
  return refuse(protocol::Code::AlreadyExists, fmt::format("task {} has ended already", task));
}

Decision begin_task(const OperationState& operation,
                    const protocol::BeginTask& begin,
                    const Context& context) {
  const auto found = operation.open.find(begin.task);
  if (found == operation.open.end() || found->second.status != TaskStatus::Pending)
    return already_ended(begin.task);
  Change change(operation, context.now);
  change.begin(found->second);
  return change.take();
}

/// A30: one that was cancelled and has not succeeded is aborted.
Decision finish_task(const OperationState& operation,
                     const protocol::FinishTask& finish,
                     const Context& context) {
  const auto found = operation.open.find(finish.task);
  if (found == operation.open.end())
    return already_ended(finish.task); // A6
  store::Task task = found->second;
  const bool was_cancelled = task.status == TaskStatus::Aborting;
  task.status =
    was_cancelled && finish.status == TaskStatus::Failed ? TaskStatus::Aborted : finish.status;
  task.message = finish.message;
  task.results = finish.results;
  Change change(operation, context.now);
  change.end(std::move(task));
  return change.take();
}

Decision cancel_task(const OperationState& operation,
                     const protocol::CancelTask& cancel,
                     const Context& context) {
  const auto found = operation.open.find(cancel.task);
  if (found == operation.open.end() || found->second.status == TaskStatus::Aborting)
    return nothing(); // A58
  store::Task task = found->second;
  Decision decision;
  if (task.status == TaskStatus::Running) {
    task.status = TaskStatus::Aborting;
    decision.writes.push_back(put(std::move(task)));
    return decision;
  }
  task.status = TaskStatus::Cancelled;
  task.message = "action cancelled via the API";
  Change change(operation, context.now);
  change.end(std::move(task));
  return change.take();
}

/// A15, A17
Decision
cancel_tasks(const OperationState& operation, const CancelTasks& cancel, const Context& context) {
  Change change(operation, context.now);
  for (const store::TaskId id : cancel.tasks)
    if (const auto found = operation.open.find(id); found != operation.open.end()) {
      store::Task task = found->second;
      task.status = TaskStatus::Cancelled;
      task.message = cancel.why;
      change.end(std::move(task));
    }
  return change.take();
}

/// A8
Decision cannot_log(const OperationState& operation, store::TaskId task) {
  const auto open = operation.open.find(task);
  const auto ended = operation.ended.find(task);
  std::string how = ", which has ended"; // before this process began
  if (open != operation.open.end())
    how = fmt::format(" with status {}", store::to_string(open->second.status));
  else if (ended != operation.ended.end())
    how = fmt::format(" with status {}", store::to_string(ended->second));
  return refuse(protocol::Code::NotAlive,
                fmt::format("cannot log message to task \"{}\"{}", task, how));
}

/// Says how many lines were not kept.
std::string said_of_dropped(std::uint32_t lines) {
  return fmt::format("{} more line{} dropped: a task's log keeps {}", lines,
                     lines == 1 ? " was" : "s were", most_task_lines);
}

/// One more than are kept is the last: it counts the others, and is written anew with each (A8).
Decision
log_task(const OperationState& operation, const protocol::LogTask& log, const Context& context) {
  const auto found = operation.open.find(log.task);
  if (found == operation.open.end() || found->second.status == TaskStatus::Pending)
    return cannot_log(operation, log.task);
  store::Task task = found->second;
  const std::uint32_t number = std::min(task.lines, most_task_lines);
  ++task.lines;
  Decision decision;
  decision.writes.push_back(put(store::TaskLine{
    task.id, number, context.now,
    number < most_task_lines ? log.text : said_of_dropped(task.lines - most_task_lines)}));
  decision.writes.push_back(put(std::move(task)));
  return decision;
}

Decision carry_out(const OperationState& operation,
                   const protocol::Command& command,
                   const Context& context) {
  if (const auto* begin = std::get_if<protocol::BeginTask>(&command))
    return begin_task(operation, *begin, context);
  if (const auto* finish = std::get_if<protocol::FinishTask>(&command))
    return finish_task(operation, *finish, context);
  if (const auto* cancel = std::get_if<protocol::CancelTask>(&command))
    return cancel_task(operation, *cancel, context);
  return unexpected_step(command);
}

} // namespace

Decision decide(const OperationState& operation, const Step& step, const Context& context) {
  if (const auto* command = std::get_if<protocol::Command>(&step))
    if (const auto* log = std::get_if<protocol::LogTask>(command))
      return log_task(operation, *log, context);
  if (operation.gone && !std::holds_alternative<CancelTasks>(step))
    return refuse(protocol::Code::NotFound,
                  fmt::format("operation {} has ended", operation.record.id));
  const Cases cases{
    [&](const CancelTasks& cancel) {
      return operation.gone ? proceed() // its tasks have ended just before
                            : cancel_tasks(operation, cancel, context);
    },
    [&](const protocol::Command& command) { return carry_out(operation, command, context); },
  };
  return decide_by<OperationSteps>(cases, step);
}

bool absorb(OperationState& operation, const Write& write) {
  if (const auto* record = std::get_if<store::Operation>(&write.record);
      record != nullptr && record->id == operation.record.id && !write.deleted) {
    operation.record = *record;
    operation.gone = record->completed != 0;
  }
  const auto* task = std::get_if<store::Task>(&write.record);
  if (task == nullptr || task->operation != operation.record.id)
    return false;
  const auto is_running = [](TaskStatus status) {
    return status == TaskStatus::Running || status == TaskStatus::Aborting;
  };
  if (const auto known = operation.open.find(task->id); known != operation.open.end()) {
    operation.running -= is_running(known->second.status) ? 1 : 0;
    operation.open.erase(known);
  }
  if (write.deleted)
    return false;
  if (store::is_final(task->status)) {
    operation.ended[task->id] = task->status;
  } else {
    operation.running += is_running(task->status) ? 1 : 0;
    operation.open.emplace(task->id, *task);
  }
  return false;
}

Decision enqueue(const store::Model& model,
                 const protocol::EnqueueOperation& wanted,
                 const Context& context) {
  store::Model after = model;
  store::Operation operation;
  operation.id = after.next_task++;
  operation.summary = wanted.summary;
  operation.fail = wanted.fail;
  operation.action = wanted.action;
  operation.parameters = wanted.parameters;
  operation.parallel = wanted.parallel;
  operation.group = wanted.group;
  operation.enqueued = context.now;
  Writes tasks;
  for (const protocol::Receiver& receiver : wanted.receivers) {
    store::Task task;
    task.id = after.next_task++;
    task.operation = operation.id;
    task.unit = receiver.unit;
    task.machine = receiver.machine;
    task.parameters = receiver.parameters;
    task.enqueued = context.now;
    ++operation.tasks;
    if (receiver.error.empty()) {
      ++operation.open;
    } else { // A5
      task.status = TaskStatus::Error;
      task.message = receiver.error;
      task.completed = context.now;
      operation.ended |= bit_of(TaskStatus::Error);
    }
    tasks.push_back(put(std::move(task)));
  }
  Decision decision;
  decision.created = fmt::format("{}", operation.id);
  decision.writes.push_back(put(std::move(after)));
  if (operation.open > 0) {
    operation.status = status_under_way(operation, 0);
    decision.writes.push_back(create(std::move(operation)));
  } else {
    operation.status = TaskStatus::Error;
    operation.completed = context.now;
    decision.writes.push_back(put(std::move(operation)));
  }
  for (Write& task : tasks)
    decision.writes.push_back(std::move(task));
  return decision;
}

} // namespace orrery::rules

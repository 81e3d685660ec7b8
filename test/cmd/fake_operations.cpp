#include "test/cmd/fake_operations.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace orrery::test {

namespace {

using store::TaskStatus;

std::string receiver_name(const store::Task& task) {
  return task.unit.empty() ? std::to_string(task.machine) : task.unit;
}

/// Results of a task that nobody has told how to end.
std::string usual_results(const store::Operation& operation) {
  nlohmann::json results{{"return-code", 0}};
  if (operation.action == "juju-exec")
    results["stdout"] =
      nlohmann::json::parse(operation.parameters)["command"].get<std::string>() + "\n";
  return results.dump();
}

} // namespace

std::optional<std::string> FakeOperations::enqueue(const protocol::EnqueueOperation& wanted) {
  last_ = wanted;
  ++enqueued_;
  if (contended_-- > 0)
    return std::nullopt;
  store::OperationSeen made;
  made.operation.id = next_++;
  made.operation.summary = wanted.summary;
  made.operation.fail = wanted.fail;
  made.operation.action = wanted.action;
  made.operation.parameters = wanted.parameters;
  made.operation.enqueued = enqueued_at;
  for (const protocol::Receiver& receiver : wanted.receivers) {
    store::TaskSeen seen;
    seen.task.id = next_++;
    seen.task.operation = made.operation.id;
    seen.task.unit = receiver.unit;
    seen.task.machine = receiver.machine;
    seen.task.parameters = receiver.parameters;
    seen.task.enqueued = enqueued_at;
    if (!receiver.error.empty()) {
      seen.task.status = TaskStatus::Error;
      seen.task.message = receiver.error;
      seen.task.completed = enqueued_at;
    } else if (!held_.contains(receiver_name(seen.task))) {
      end(made, seen);
    }
    made.tasks.push_back(std::move(seen));
  }
  made.operation.tasks = static_cast<std::uint32_t>(made.tasks.size());
  settle(made);
  const auto id = made.operation.id;
  operations_[id] = std::move(made);
  return std::to_string(id);
}

void FakeOperations::end(store::OperationSeen& operation, store::TaskSeen& seen) {
  store::Task& task = seen.task;
  const auto told = ends_.find(receiver_name(task));
  task.status = told == ends_.end() ? TaskStatus::Completed : told->second.status;
  task.message = told == ends_.end() ? "" : told->second.message;
  task.results = told == ends_.end() ? usual_results(operation.operation) : told->second.results;
  task.started = enqueued_at + 1000;
  task.completed = enqueued_at + 2000;
  for (const std::string& line : logs_[receiver_name(task)])
    seen.lines.push_back({task.id, task.lines++, task.started, line});
  operation.operation.started = task.started;
}

void FakeOperations::end(store::TaskId task) {
  for (auto& [id, operation] : operations_)
    for (store::TaskSeen& seen : operation.tasks)
      if (seen.task.id == task) {
        end(operation, seen);
        settle(operation);
      }
}

void FakeOperations::settle(store::OperationSeen& operation) {
  operation.operation.open = static_cast<std::uint32_t>(
    std::count_if(operation.tasks.begin(), operation.tasks.end(),
                  [](const store::TaskSeen& seen) { return !is_final(seen.task.status); }));
  if (operation.operation.open > 0)
    return;
  const auto any = [&](TaskStatus status) {
    return std::any_of(operation.tasks.begin(), operation.tasks.end(),
                       [&](const store::TaskSeen& seen) { return seen.task.status == status; });
  };
  operation.operation.status = TaskStatus::Error;
  for (const TaskStatus status :
       {TaskStatus::Completed, TaskStatus::Cancelled, TaskStatus::Failed, TaskStatus::Error})
    if (any(status))
      operation.operation.status = status;
  operation.operation.completed = enqueued_at + 2000;
}

void FakeOperations::cancel(const protocol::CancelTask& cancel) {
  for (auto& [id, operation] : operations_)
    for (store::TaskSeen& seen : operation.tasks) {
      if (seen.task.id != cancel.task || is_final(seen.task.status))
        continue;
      const bool runs = seen.task.status == TaskStatus::Running;
      seen.task.status = runs ? TaskStatus::Aborting : TaskStatus::Cancelled;
      seen.task.message = runs ? "" : "action cancelled via the API";
      seen.task.completed = runs ? 0 : enqueued_at + 2000;
      settle(operation);
    }
}

std::optional<store::OperationSeen> FakeOperations::operation(store::TaskId id) const {
  const auto found = operations_.find(id);
  return found == operations_.end() ? std::nullopt : std::optional(found->second);
}

std::optional<store::OperationSeen> FakeOperations::task(store::TaskId id) const {
  for (const auto& [operation, seen] : operations_)
    for (const store::TaskSeen& task : seen.tasks)
      if (task.task.id == id)
        return store::OperationSeen{seen.operation, {task}};
  return std::nullopt;
}

} // namespace orrery::test

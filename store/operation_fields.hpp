#pragma once

#include "store/operation_records.hpp"
#include "store/some.hpp"

/// Fields of operations and their tasks, as in fields.hpp.
namespace orrery::store {

// clang-format off
void fields(Some<Operation> auto& operation, auto& visit) {
  auto& [id, summary, fail, tasks, open, ended, status, action, parameters, parallel, group,
         enqueued, started, completed] = operation;
  visit("id", id); visit("summary", summary); visit("fail", fail); visit("tasks", tasks);
  visit("open", open); visit("ended", ended); visit("status", status); visit("action", action);
  visit("parameters", parameters); visit("parallel", parallel); visit("group", group);
  visit("enqueued", enqueued); visit("started", started); visit("completed", completed);
}

void fields(Some<Task> auto& task, auto& visit) {
  auto& [id, operation, unit, machine, parameters, status, message, results, lines, enqueued,
         started, completed] = task;
  visit("id", id); visit("operation", operation); visit("unit", unit); visit("machine", machine);
  visit("parameters", parameters); visit("status", status); visit("message", message);
  visit("results", results); visit("lines", lines); visit("enqueued", enqueued);
  visit("started", started); visit("completed", completed);
}

void fields(Some<TaskLine> auto& line, auto& visit) {
  auto& [task, number, at, text] = line;
  visit("task", task); visit("number", number); visit("at", at); visit("text", text);
}
// clang-format on

} // namespace orrery::store

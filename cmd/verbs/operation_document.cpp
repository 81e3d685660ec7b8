#include "cmd/verbs/operation_document.hpp"

#include "cmd/verbs/task_output.hpp"
#include "cmd/views/render/escape.hpp"
#include "cmd/views/render/key_order.hpp"
#include "cmd/views/render/show_document.hpp"
#include "cmd/views/render/table.hpp"
#include "config/read_json.hpp"
#include "store/names.hpp"

#include <algorithm>

namespace orrery::cmd {

namespace {

using render::DataFormat;
using render::Document;

constexpr std::size_t most_task_ids = 5;

template <class Record>
Document times_of(const Record& record, const GoTimes& times) {
  Document timing = Document::map();
  timing.add_text("enqueued", times.full(record.enqueued))
    .add_text("started", times.full(record.started))
    .add_text("completed", times.full(record.completed));
  return timing;
}

const std::string& parameters_of(const store::OperationSeen& seen, const store::Task& task) {
  return task.parameters.empty() ? seen.operation.parameters : task.parameters;
}

/// Whether all tasks were given the same.
bool is_one_action(const store::OperationSeen& seen) {
  return !seen.tasks.empty()
         && std::all_of(seen.tasks.begin(), seen.tasks.end(), [&](const store::TaskSeen& task) {
              return parameters_of(seen, task.task) == parameters_of(seen, seen.tasks[0].task);
            });
}

Document json_map(const std::string& text, DataFormat format) {
  const auto read = config::read_json(text);
  return read && read->kind() == Document::Kind::Map ? render::in_key_order(*read, format)
                                                     : Document::map();
}

/// Parameters of all tasks, without what names a command's standard input while that is kept (A64).
Document parameters_document(const store::OperationSeen& seen, DataFormat format) {
  Document given = json_map(parameters_of(seen, seen.tasks.front().task), format);
  if (seen.operation.action == store::command_action)
    given.drop("stdin");
  return given;
}

/// A task within its operation; results as they were stored.
Document task_of(const store::TaskSeen& seen,
                 const std::string& name,
                 TaskDetail detail,
                 DataFormat format,
                 const GoTimes& times) {
  const store::Task& task = seen.task;
  Document document = Document::map();
  document.add_text("name", name)
    .add("host", receiver_of(task))
    .add("status", store::to_string(task.status))
    .add("timing", times_of(task, times));
  if (detail == TaskDetail::Shown)
    document.add_filled("log", log_document(seen, times));
  document.add_text("message", task.message);
  if (detail == TaskDetail::Shown)
    document.add_filled("results", json_map(task.results, format));
  return document;
}

/// Ids in the order of their format's maps.
template <class Each>
std::vector<const Each*>
by_id(const std::vector<Each>& each, DataFormat format, store::TaskId (*id_of)(const Each& one)) {
  std::vector<const Each*> sorted;
  for (const Each& one : each)
    sorted.push_back(&one);
  std::sort(sorted.begin(), sorted.end(), [&](const Each* left, const Each* right) {
    const auto first = id_of(*left);
    const auto second = id_of(*right);
    return format == DataFormat::Json ? std::to_string(first) < std::to_string(second)
                                      : first < second;
  });
  return sorted;
}

std::string task_ids(const store::OperationSeen& seen) {
  std::string ids;
  for (std::size_t i = 0; i < std::min(most_task_ids, seen.tasks.size()); ++i)
    ids += (i > 0 ? "," : "") + std::to_string(seen.tasks[i].task.id);
  return ids + (seen.tasks.size() > most_task_ids ? "..." : "");
}

} // namespace

Document operation_document(const store::OperationSeen& seen,
                            TaskDetail detail,
                            DataFormat format,
                            const GoTimes& times) {
  const store::Operation& operation = seen.operation;
  const bool one_action = is_one_action(seen);
  Document document = Document::map();
  document.add("summary", operation.summary)
    .add("status", store::to_string(operation.status))
    .add_text("fail", operation.fail);
  if (one_action)
    document.add("action", Document::map()
                             .add("name", operation.action)
                             .add("parameters", parameters_document(seen, format)));
  document.add("timing", times_of(operation, times));
  Document tasks = Document::map();
  const auto id_of = +[](const store::TaskSeen& task) { return task.task.id; };
  for (const store::TaskSeen* task : by_id(seen.tasks, format, id_of))
    tasks.add(std::to_string(task->task.id),
              task_of(*task, one_action ? std::string() : operation.action, detail, format, times));
  document.add_filled("tasks", std::move(tasks));
  return document;
}

std::string operation_map(const std::vector<store::OperationSeen>& operations,
                          DataFormat format,
                          const GoTimes& times) {
  Document all = Document::map();
  const auto id_of = +[](const store::OperationSeen& seen) { return seen.operation.id; };
  for (const store::OperationSeen* seen : by_id(operations, format, id_of))
    all.add(std::to_string(seen->operation.id),
            operation_document(*seen, TaskDetail::Left, format, times));
  return render::formatted(all, format);
}

std::string operation_table(const std::vector<store::OperationSeen>& operations,
                            const GoTimes& times) {
  render::Table table(
    {{"ID", true}, {"Status"}, {"Started"}, {"Finished"}, {"Task IDs"}, {"Summary"}});
  for (const store::OperationSeen& seen : operations) {
    const store::Operation& operation = seen.operation;
    table.add({{std::to_string(operation.id)},
               {std::string(store::to_string(operation.status))},
               {times.short_form(operation.started)},
               {times.short_form(operation.completed)},
               {task_ids(seen)},
               {render::escaped(operation.summary)}});
  }
  return table.text(false);
}

} // namespace orrery::cmd

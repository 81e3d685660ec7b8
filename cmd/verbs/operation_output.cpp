#include "cmd/verbs/operation_output.hpp"

#include "cmd/views/render/key_order.hpp"
#include "cmd/views/render/show_document.hpp"
#include "config/counted.hpp"
#include "store/names.hpp"

#include <algorithm>
#include <map>

namespace orrery::cmd {

namespace {

using render::DataFormat;
using render::Document;

struct NaturalOrder {
  bool operator()(const std::string& left, const std::string& right) const {
    return store::natural_less(left, right);
  }
};
using ByReceiver = std::map<std::string, const store::TaskSeen*, NaturalOrder>;

ByReceiver by_receiver(const Tasks& tasks) {
  ByReceiver found;
  for (const store::TaskSeen& seen : tasks)
    found[receiver_of(seen.task)] = &seen;
  return found;
}

std::string with_newline(const std::string& text) {
  return text.empty() || text.ends_with('\n') ? text : text + '\n';
}

/// One entry of A43.
Document summary_of(const store::Task& task) {
  Document summary = Document::map();
  summary.add("id", std::to_string(task.id))
    .add_text("message", task.message)
    .add("output", plain_results(task, results_of(task)))
    .add("status", store::to_string(task.status));
  return summary;
}

} // namespace

std::string plain_run(const Tasks& tasks, std::size_t receivers) {
  const ByReceiver shown = by_receiver(tasks);
  if (std::max(shown.size(), receivers) == 1)
    return plain_task(shown.begin()->second->task);
  Document all = Document::map();
  for (const auto& [receiver, seen] : shown)
    all.add(receiver, summary_of(seen->task));
  return render::formatted(all, DataFormat::Yaml);
}

std::string plain_exec(const Tasks& tasks, std::size_t receivers) {
  std::map<std::string, std::string, NaturalOrder> printed;
  std::size_t loud = 0;
  for (const auto& [receiver, seen] : by_receiver(tasks)) {
    const TaskResults results = results_of(seen->task);
    std::string& text = printed[receiver];
    text = with_newline(results.out) + with_newline(results.errors);
    loud += text.empty() ? 0 : 1;
  }
  const bool is_named = loud > 1 || printed.size() < receivers;
  std::string all;
  for (const auto& [receiver, text] : printed)
    all += is_named ? receiver + ":\n" + text + "\n" : text;
  return all;
}

std::string task_map(const Tasks& tasks, DataFormat format, const GoTimes& times) {
  Document all = Document::map();
  for (const auto& [receiver, seen] : by_receiver(tasks))
    all.add(receiver, task_document(*seen, times));
  return render::formatted(render::in_key_order(all, format), format);
}

std::string failed_tasks(const Tasks& tasks, const std::string& program) {
  std::vector<std::string> lines;
  for (const store::TaskSeen& seen : tasks)
    if (const auto code = results_of(seen.task).code; code >= 1)
      lines.push_back(" - id \"" + std::to_string(seen.task.id) + "\" with return code "
                      + std::to_string(code) + "\n");
  if (lines.empty())
    return {};
  std::sort(lines.begin(), lines.end());
  const std::string plural = lines.size() > 1 ? "s" : "";
  std::string text = "ERROR the following task" + plural + " failed:\n";
  for (const std::string& line : lines)
    text += line;
  return text + "\nuse '" + program + " show-task' to inspect the failure" + plural + "\n";
}

std::string notes_of_failures(const Tasks& tasks) {
  std::string text;
  for (const store::TaskSeen& seen : tasks) {
    const store::Task& task = seen.task;
    if (task.status != store::TaskStatus::Completed && results_of(task).code < 1)
      text += "note: task " + std::to_string(task.id) + " on " + receiver_of(task) + " "
              + std::string(store::to_string(task.status))
              + (task.message.empty() ? "" : ": " + task.message) + "\n";
  }
  return text;
}

std::string warnings_of_cut_output(const Tasks& tasks, const std::string& program) {
  std::string text;
  for (const store::TaskSeen& seen : tasks) {
    const Document values = results_of(seen.task).values;
    for (std::size_t i = 0; i < values.size(); ++i) {
      const std::string& key = values.key(i);
      if (key != "stdout-truncated" && key != "stderr-truncated")
        continue;
      text += "WARNING task " + std::to_string(seen.task.id) + " on " + receiver_of(seen.task)
              + " printed more than is kept: the middle of its standard "
              + (key == "stdout-truncated" ? "output" : "error")
              + " is missing; have it write a file, and fetch that with '" + program + " scp'\n";
    }
  }
  return text;
}

std::string notes_of_open_tasks(const Tasks& tasks,
                                const std::string& goes_on,
                                const std::string& program,
                                store::TaskId operation) {
  constexpr std::size_t most_named = 10;
  std::string text;
  for (std::size_t i = 0; i < std::min(most_named, tasks.size()); ++i) {
    const store::Task& task = tasks[i].task;
    const std::string id = std::to_string(task.id);
    text += "note: task " + id + " on " + receiver_of(task) + " is "
            + std::string(store::to_string(task.status)) + " and " + goes_on + ": see '" + program
            + " show-task " + id + "'\n";
  }
  if (tasks.size() > most_named)
    text += (tasks.size() == most_named + 1 ? "note: so does " : "note: so do ")
            + config::counted(tasks.size() - most_named, "other") + ": see '" + program
            + " show-operation " + std::to_string(operation) + "'\n";
  return text;
}

} // namespace orrery::cmd

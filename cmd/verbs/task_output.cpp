#include "cmd/verbs/task_output.hpp"

#include "cmd/views/render/key_order.hpp"
#include "cmd/views/render/yaml.hpp"
#include "config/number.hpp"
#include "config/read_json.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace orrery::cmd {

namespace {

using render::Document;

constexpr std::array<std::string_view, 5> of_program{"return-code", "stdout", "stdout-encoding",
                                                     "stderr", "stderr-encoding"};

bool is_of_program(std::string_view key) {
  return std::find(of_program.begin(), of_program.end(), key) != of_program.end();
}

std::string without_returns(const std::string& text) {
  std::string kept;
  for (std::size_t i = 0; i < text.size(); ++i)
    if (text[i] != '\r' || i + 1 == text.size() || text[i + 1] != '\n')
      kept += text[i];
  return kept;
}

std::string_view without_newlines(std::string_view text) {
  const auto from = std::min(text.find_first_not_of('\n'), text.size());
  text.remove_prefix(from);
  return text.substr(0, text.find_last_not_of('\n') + 1);
}

Document timing_of(const store::Task& task, const GoTimes& times) {
  Document timing = Document::map();
  timing.add_text("completed", times.full(task.completed))
    .add_text("enqueued", times.full(task.enqueued))
    .add_text("started", times.full(task.started));
  return timing;
}

} // namespace

TaskResults results_of(const store::Task& task) {
  TaskResults results;
  const auto given = config::read_json(task.results);
  if (!given || given->kind() != Document::Kind::Map || given->size() == 0)
    return results;
  results.present = true;
  for (std::size_t i = 0; i < given->size(); ++i) {
    const std::string& key = given->key(i);
    const Document& value = given->child(i);
    if (key == "stdout" || key == "stderr") {
      std::string text = without_returns(value.text());
      results.values.add_text(key, text);
      (key == "stdout" ? results.out : results.errors) = std::move(text);
      continue;
    }
    if (key == "return-code") {
      if (const auto code = config::parse_number<std::int64_t>(value.text()))
        results.code = *code;
      results.values.add(key, Document::number(value.text()));
      continue;
    }
    results.values.add(key, value);
  }
  return results;
}

std::string receiver_of(const store::Task& task) {
  return task.unit.empty() ? std::to_string(task.machine) : task.unit;
}

std::string tag_of(const std::string& unit, store::MachineId machine) {
  if (unit.empty())
    return "machine-" + std::to_string(machine);
  std::string tag = "unit-" + unit;
  std::replace(tag.begin(), tag.end(), '/', '-');
  return tag;
}

Document log_document(const store::TaskSeen& seen, const GoTimes& times) {
  Document log = Document::list();
  for (const store::TaskLine& line : seen.lines)
    log.push(times.full(line.at) + " " + line.text);
  return log;
}

Document task_document(const store::TaskSeen& seen, const GoTimes& times) {
  const store::Task& task = seen.task;
  const TaskResults results = results_of(task);
  Document document = Document::map();
  document.add("id", std::to_string(task.id))
    .add_filled("log", log_document(seen, times))
    .add_text("message", task.message)
    .add_filled("results", results.values)
    .add("status", store::to_string(task.status))
    .add_filled("timing", timing_of(task, times))
    .add(task.unit.empty() ? "machine" : "unit", receiver_of(task));
  return document;
}

std::string plain_results(const store::Task& task, const TaskResults& results) {
  if (!results.present)
    return "Task " + std::to_string(task.id) + " " + std::string(store::to_string(task.status))
           + "\n";
  Document set = Document::map();
  for (std::size_t i = 0; i < results.values.size(); ++i)
    if (!is_of_program(results.values.key(i)))
      set.add(results.values.key(i), results.values.child(i));
  return set.size() == 0 ? std::string()
                         : render::to_yaml(render::in_key_order(set, render::DataFormat::Yaml));
}

std::string plain_task(const store::Task& task) {
  const TaskResults results = results_of(task);
  std::string text;
  if (task.status == store::TaskStatus::Failed)
    text = "Action id " + std::to_string(task.id) + " failed: " + task.message + "\n";
  text += plain_results(task, results) + "\n";
  for (const std::string& printed : {results.out, results.errors})
    if (!printed.empty())
      text.append(without_newlines(printed)).append("\n");
  return text;
}

} // namespace orrery::cmd

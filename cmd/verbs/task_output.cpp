#include "cmd/verbs/task_output.hpp"

#include "cmd/views/render/document.hpp"
#include "cmd/views/render/json.hpp"
#include "cmd/views/render/time_format.hpp"
#include "cmd/views/render/yaml.hpp"

#include <algorithm>

namespace orrery::cmd {

namespace {

using render::Document;
using State = TaskOutcome::State;

/// Juju's own order of words: `2026-08-22 10:00:00 +0000 UTC`.
std::string time_of(store::Milliseconds time) {
  std::string text = render::TimeFormat{true, {}}.full(time);
  text.pop_back(); // Z
  return text + " +0000 UTC";
}

Document timing_of(const TaskOutcome& task) {
  Document timing = Document::map();
  timing.add("completed", time_of(task.completed)).add("enqueued", time_of(task.enqueued));
  if (task.started != 0)
    timing.add("started", time_of(task.started));
  return timing;
}

Document results_of(const TaskOutcome& task) {
  Document results = Document::map();
  if (task.state == State::Ended)
    results.add("return-code", static_cast<std::uint32_t>(task.code));
  results.add_text("stderr", task.errors).add_text("stdout", task.out);
  return results;
}

std::string message_of(const TaskOutcome& task) {
  if (task.dropped == 0)
    return task.message;
  return task.message + (task.message.empty() ? "" : "; ") + "the last "
         + std::to_string(task.dropped) + " bytes of its output are not kept";
}

Document document_of(const TaskOutcome& task) {
  Document document = Document::map();
  document.add("id", std::to_string(task.id))
    .add_text("message", message_of(task))
    .add_filled("results", results_of(task))
    .add("status", task.success() ? "completed" : "failed")
    .add("timing", timing_of(task));
  if (task.place.unit.empty())
    document.add("machine", std::to_string(task.place.machine));
  else
    document.add("unit", task.place.unit);
  return document;
}

/// One line each, of at most 20; the rest is counted.
class Lines {
public:
  void add(const std::string& line) {
    if (++count_ <= most)
      text_ += " - " + line + "\n";
  }
  [[nodiscard]] std::size_t count() const { return count_; }
  [[nodiscard]] std::string text() const {
    return text_ + (count_ > most ? " - and " + std::to_string(count_ - most) + " more\n" : "");
  }

private:
  static constexpr std::size_t most = 20;
  std::size_t count_ = 0;
  std::string text_;
};

} // namespace

std::string task_document(const std::vector<TaskOutcome>& tasks, render::DataFormat format) {
  Document all = Document::map();
  for (const TaskOutcome& task : tasks)
    if (task.state != State::Waiting)
      all.add(name_of(task.place), document_of(task));
  return format == render::DataFormat::Json ? to_json(all) : to_yaml(all);
}

std::string task_troubles(const std::vector<TaskOutcome>& tasks, const std::string& why) {
  Lines failed;
  Lines waiting;
  for (const TaskOutcome& task : tasks) {
    const std::string id = "id \"" + std::to_string(task.id) + "\"";
    if (task.state == State::Waiting)
      waiting.add((task.enqueued == 0 ? "not begun: " : id + " on ") + name_of(task.place));
    else if (task.state == State::Failed)
      failed.add(id + " on " + name_of(task.place) + ": " + task.message);
    else if (task.code != 0)
      failed.add(id + " with return code " + std::to_string(task.code));
  }
  std::string text;
  if (waiting.count() > 0)
    text += "ERROR " + why + " waiting for results; what was begun goes on:\n" + waiting.text();
  if (failed.count() > 0)
    text += "ERROR the following task" + std::string(failed.count() > 1 ? "s" : "") + " failed:\n"
            + failed.text();
  return text;
}

} // namespace orrery::cmd

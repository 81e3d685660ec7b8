#pragma once

#include "cmd/session/go_times.hpp"
#include "cmd/views/render/document.hpp"
#include "store/operations.hpp"

#include <string>
#include <vector>

/// Tasks as `run`, `exec` and `show-task` show them.
namespace orrery::cmd {

/// Results of a task, taken from its record.
struct TaskResults {
  bool present = false; ///< False while there are none, not even a return code.
  render::Document values = render::Document::map(); ///< As yaml and json show them (A44).
  std::int64_t code = -1;                            ///< `return-code`; -1 if there is none.
  std::string out;                                   ///< `stdout`, perhaps in base64.
  std::string errors;                                ///< `stderr`, perhaps in base64.
};
[[nodiscard]] TaskResults results_of(const store::Task& task);

/// `db/0`, or a machine's number.
[[nodiscard]] std::string receiver_of(const store::Task& task);
/// `unit-db-0`, `machine-3`.
[[nodiscard]] std::string tag_of(const std::string& unit, store::MachineId machine);

/// The task as an object of its own (A44); keys in no order of their own.
[[nodiscard]] render::Document task_document(const store::TaskSeen& seen, const GoTimes& times);
/// Shows people what the task has set and printed (A42).
[[nodiscard]] std::string plain_task(const store::Task& task);
/// The results of plain_task() alone, or what there is in place of them (A43).
[[nodiscard]] std::string plain_results(const store::Task& task, const TaskResults& results);
/// Each line of its log as `2026-08-22 10:00:00 +0000 UTC text`.
[[nodiscard]] render::Document log_document(const store::TaskSeen& seen, const GoTimes& times);

} // namespace orrery::cmd

#pragma once

#include "actors/hooks/context.hpp"
#include "actors/hooks/runner.hpp"
#include "store/operation_records.hpp"

#include <string>

/// How a task is shown once its program has ended.
namespace orrery::agents {

/// A task as its record has it from its end on.
struct TaskOutcome {
  store::TaskStatus status = store::TaskStatus::Completed; ///< Or Failed.
  std::string message;
  std::string results; ///< A JSON object, or empty: it has none.
  bool operator==(const TaskOutcome&) const = default;
};

/// Returns the outcome of an action or a command on a unit, leaving out whether it was cancelled
/// while it ran: its operation knows that (A6).
/// @param is_command of `exec`, whose output is shown byte for byte (A26)
[[nodiscard]] TaskOutcome
task_outcome(const hooks::HookEnd& end, const hooks::HookState& state, bool is_command);
/// Returns the outcome of a command on a machine, which has no results if it was killed at its
/// deadline (A40).
[[nodiscard]] TaskOutcome machine_task_outcome(const hooks::HookEnd& end);
/// Returns the outcome of a task that had ended with 0 and whose changes were refused then (A25).
/// @param why a sentence, added to what it printed as errors
[[nodiscard]] TaskOutcome with_refused_changes(TaskOutcome outcome, const std::string& why);

} // namespace orrery::agents

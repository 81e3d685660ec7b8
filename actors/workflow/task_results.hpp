#pragma once

#include "actors/hooks/context.hpp"
#include "actors/hooks/runner.hpp"
#include "store/operation_records.hpp"

#include <string>

namespace orrery::agents {

struct TaskOutcome {
  store::TaskStatus status = store::TaskStatus::Completed;
  std::string message;
  std::string results; ///< A JSON object, or empty.
};

[[nodiscard]] TaskOutcome
task_outcome(const hooks::HookEnd& end, const hooks::HookState& state, bool is_command);
[[nodiscard]] TaskOutcome with_refused_changes(TaskOutcome outcome, const std::string& why);

} // namespace orrery::agents

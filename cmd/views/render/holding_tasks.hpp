#pragma once

#include "cmd/views/render/index.hpp"

#include <optional>
#include <string>
#include <vector>

namespace orrery::render {

/// Users' tasks that something waits for.
struct HoldingTasks {
  static constexpr std::size_t most_named = 3;

  std::string text; ///< `task 12 (action backup) runs`.
  /// For cancel-task, at most `most_named`; empty: all are being cancelled.
  std::vector<store::TaskId> cancellable;
  store::Milliseconds since = 0; ///< When the first of them began, or was asked for.
};

/// Finds the task that a unit's agent runs, or has to run before it lets a Dying unit go (A15), or,
/// where the hooks of a Dying unit or of its part in a Dying relation wait for their turn, that of
/// the other unit that has it (A11). Nothing if there is none.
[[nodiscard]] std::optional<HoldingTasks> tasks_before(const Index& index, const store::Unit& unit);
/// Finds the commands that keep a Dying machine. Nothing if there are none, or it is not Dying.
[[nodiscard]] std::optional<HoldingTasks> tasks_before(const Index& index,
                                                       const store::Machine& machine);

/// Names a task with what it is: `task 12 (action backup)`, `task 12 (command)`.
[[nodiscard]] std::string title_of(const store::Contents& contents, const store::Task& task);
/// Says which verb ends them: `cancel-task 12 14`; empty where there is none to end.
[[nodiscard]] std::string cancelling(const std::vector<store::TaskId>& tasks);

} // namespace orrery::render

#pragma once

#include "store/names.hpp"

#include <cstdint>
#include <string>
#include <string_view>

/// Records of what users run on units and machines: actions, and commands (`exec`).
namespace orrery::store {

/// Operations and tasks are counted together, from 1, and never reused (A1).
using TaskId = std::uint32_t;

/// Names, as an action, what `exec` runs (A3).
inline constexpr std::string_view command_action = "juju-exec";

/// How a task stands (A6), or an operation (A7).
enum class TaskStatus : std::uint8_t {
  Pending,
  Running,
  Aborting, ///< Cancelled while it runs.
  Completed,
  Failed,
  Cancelled, ///< Before it ran.
  Aborted,
  Error, ///< Refused before it could wait.
};
/// `pending`, `running`, `aborting`, ...
[[nodiscard]] std::string_view to_string(TaskStatus status);
/// Says whether it never changes any more (A6).
[[nodiscard]] constexpr bool is_final(TaskStatus status) {
  return status >= TaskStatus::Completed;
}

/// One `run` or `exec`, of one task for each receiver. Owner: its actor; from its end on the
/// janitor.
struct Operation {
  TaskId id = 0;
  std::string summary;
  std::string fail;        ///< Why some receivers got no task; empty if all did.
  std::uint32_t tasks = 0; ///< Of these ids: id + 1 to id + tasks.
  std::uint32_t open = 0;  ///< Tasks that have not ended.
  std::uint32_t ended = 0; ///< Bit N is set once a task has ended with the status of number N.
  TaskStatus status = TaskStatus::Pending;
  std::string action;        ///< `juju-exec` of a command.
  std::string parameters;    ///< A JSON object.
  bool parallel = false;     ///< May run beside hooks and tasks of the machine's other units (A10).
  std::string group;         ///< Runs in turn with others of that execution group (A11); or empty.
  std::int64_t enqueued = 0; ///< Milliseconds since the Unix epoch, as the next two.
  std::int64_t started = 0;  ///< 0: not yet.
  std::int64_t completed = 0;
  bool operator==(const Operation&) const = default;
};

/// An action or a command on one receiver. Owner: the operation's actor; from its end on the
/// janitor.
struct Task {
  TaskId id = 0;
  TaskId operation = 0;
  std::string unit; ///< Empty: the machine is its receiver.
  MachineId machine = 0;
  std::string parameters; ///< A JSON object; empty: the operation's.
  TaskStatus status = TaskStatus::Pending;
  std::string message;
  std::string results;       ///< A JSON object, or empty.
  std::uint32_t lines = 0;   ///< That action-log has told of it, those included that were dropped.
  std::int64_t enqueued = 0; ///< Milliseconds since the Unix epoch, as the next two.
  std::int64_t started = 0;  ///< 0: not yet.
  std::int64_t completed = 0;
  bool operator==(const Task&) const = default;
};

/// A line of action-log. Written once, but for the last one of too many, which counts the others
/// (A8). Owner: the operation's actor; from its end on the janitor.
struct TaskLine {
  TaskId task = 0;
  std::uint32_t number = 0; ///< From 0.
  std::int64_t at = 0;      ///< Milliseconds since the Unix epoch.
  std::string text;
  bool operator==(const TaskLine&) const = default;
};

} // namespace orrery::store

#pragma once

#include "cmd/verbs/enqueuing.hpp"
#include "cmd/verbs/operation_output.hpp"
#include "cmd/verbs/operation_waiting.hpp"

namespace orrery::cmd {

/// How `run` and `exec` follow what they have enqueued.
struct Following {
  bool background = false;
  bool quiet = false;         ///< Nothing on standard error but errors.
  bool progress_shown = true; ///< Tasks, waits and log lines on standard error (A41).
  bool utc = false;
  std::optional<std::chrono::nanoseconds> patience; ///< Nothing: without limit.
  std::optional<render::DataFormat> format;         ///< Nothing: plain.
  /// The verb's plain form of tasks of an operation with so many receivers.
  std::string (*plain)(const Tasks& tasks, std::size_t receivers) = nullptr;
  bool failures_noted = false; ///< Whether the plain form needs notes_of_failures().
  /// Whether a command that its limit ended is still awaited: the limit is the patience, and of two
  /// clocks either may be the first (A40).
  bool killed_is_late = false;
  std::string goes_on{"goes on"}; ///< What a task does that nobody waits for any more.
};

/// Reads the flags that run and exec share.
/// @param usual the patience of one who names none. Errors: a wrong duration, flags that exclude
/// each other.
[[nodiscard]] tl::expected<Following, UsageError> following_of(const Arguments& arguments,
                                                               std::chrono::nanoseconds usual);
/// The flags themselves.
[[nodiscard]] std::vector<Flag> following_flags();

/// Says what was enqueued, waits for it and prints what came of it (A41-A49). @returns an Exit
int follow(Session& session, const Enqueued& enqueued, const Following& following);

} // namespace orrery::cmd

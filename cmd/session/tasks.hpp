#pragma once

#include "store/records.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace orrery::cmd {

/// Where a user's command runs: in a unit's place, or on a machine.
struct TaskPlace {
  std::string unit; ///< Empty: the machine.
  store::MachineId machine = 0;
  bool operator==(const TaskPlace&) const = default;
};
/// `db/0`, or a machine's number.
[[nodiscard]] std::string name_of(const TaskPlace& place);

/// One command for many places.
struct TaskOrder {
  std::vector<TaskPlace> places;
  std::string script;                                ///< For a shell.
  std::optional<std::chrono::milliseconds> deadline; ///< Of each; nothing: that of hooks.
  std::optional<std::chrono::milliseconds> patience; ///< How long to wait for all of them.
  bool in_parallel = true; ///< If not, each begins when the one before has ended.
};

/// What became of it in one place.
struct TaskOutcome {
  enum class State : std::uint8_t {
    Ended,   ///< Its program ended by itself: `code`.
    Failed,  ///< It did not run, was killed, or did not take effect: `message`.
    Waiting, ///< Not ended when nobody waited any more. It goes on if it was begun.
  };
  std::uint64_t id = 0; ///< Counted from the orchestrator's start.
  TaskPlace place;
  State state = State::Waiting;
  int code = 0;
  std::string out;
  std::string errors;
  std::uint64_t dropped = 0; ///< Bytes of output beyond what is kept.
  std::string message;
  store::Milliseconds enqueued = 0; ///< 0: never.
  store::Milliseconds started = 0;
  store::Milliseconds completed = 0;
  [[nodiscard]] bool success() const { return state == State::Ended && code == 0; }
};

/// Bytes of each stream that are kept of each of so many tasks: all together stay below 32 MiB.
[[nodiscard]] std::uint64_t kept_output(std::size_t tasks);
/// What a shell makes one word of.
[[nodiscard]] std::string shell_quoted(const std::string& word);

} // namespace orrery::cmd

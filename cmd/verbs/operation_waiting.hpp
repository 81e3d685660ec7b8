#pragma once

#include "cmd/session/session.hpp"
#include "cmd/verbs/verb.hpp"
#include "store/operations.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

/// Waiting for tasks and operations to end.
namespace orrery::cmd {

/// How long a verb waits, from when it began; nothing: as long as it takes.
class WaitLimit {
public:
  using Clock = std::chrono::steady_clock;
  WaitLimit() = default;
  explicit WaitLimit(std::chrono::nanoseconds patience);
  /// At most 200 ms, so that somebody looks now and then whether the client is still there.
  [[nodiscard]] std::chrono::milliseconds next_wait() const;
  [[nodiscard]] bool passed() const { return until_ && Clock::now() >= *until_; }

private:
  std::optional<Clock::time_point> until_;
};

enum class Looked : std::uint8_t { Ended, NotYet, Failed };
enum class Waited : std::uint8_t { Ended, TimedOut, Interrupted, Failed };

/// Looks at once, and again only when the store has changed, until `look` has seen the end or
/// failed, the limit has passed or the client has gone.
[[nodiscard]] Waited
wait_for_end(Session& session, const WaitLimit& limit, const std::function<Looked()>& look);

/// Reads an operation with one of its tasks; nothing, and an ERROR printed, if there is none.
[[nodiscard]] std::optional<store::OperationSeen> read_task(Session& session, store::TaskId id);

/// Prints lines of a task's log on standard error as they come (A41).
class LogLines {
public:
  LogLines(Session& session, bool utc) : session_(session), utc_(utc) {}
  void print(const store::TaskSeen& seen);
  [[nodiscard]] bool printed() const { return shown_ > 0; }

private:
  Session& session_;
  bool utc_ = false;
  std::size_t shown_ = 0;
};

/// A duration in Go's form from a flag; nothing if the flag was not given.
[[nodiscard]] tl::expected<std::optional<std::chrono::nanoseconds>, UsageError>
duration_flag(const Arguments& arguments, const std::string& flag);

/// How long `show-operation` and `show-task` wait (A56): not at all if negative, without limit if
/// 0. Errors: a wrong duration, flags that exclude each other.
[[nodiscard]] tl::expected<std::chrono::nanoseconds, UsageError>
look_patience(const Arguments& arguments);
/// The limit that such a patience sets.
[[nodiscard]] WaitLimit look_limit(std::chrono::nanoseconds patience);
/// The flags of both.
[[nodiscard]] std::vector<Flag> look_flags(const std::string& formats, const std::string& help);

} // namespace orrery::cmd

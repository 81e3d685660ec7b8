#pragma once

#include "actors/hooks/runner.hpp"

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>

namespace orrery::hooks {

/// Programs that users run in units and on machines, outside any hook (CL2): one a session, which
/// lives in the thread of its user's client. None outlives the orchestrator. Bounded by `most`.
/// Thread-safe; outlives its programs.
class RemoteSessions {
public:
  /// Sessions at once, those included whose program is being killed: half of what the clients may
  /// be by default (sessions-max).
  static constexpr std::size_t most = 32;

  using Submit = std::function<void(HookJob job, HookRunner::Callback done)>;
  /// @param submit as HookRunner::submit(). @param kill ends a program by its session's id with all
  /// that it has started; must not block.
  RemoteSessions(Submit submit, std::function<void(std::uint64_t id)> kill)
    : submit_(std::move(submit)), kill_(std::move(kill)) {}

  /// Begins a program.  @returns its id; nothing if there are `most` sessions.
  [[nodiscard]] std::optional<std::uint64_t> begin(HookJob job);
  /// Waits for a program's end.  @returns nothing if it has not come within `patience`.
  /// @pre close() was not called with this id.
  [[nodiscard]] std::optional<HookEnd> wait(std::uint64_t id, std::chrono::milliseconds patience);
  /// Ends a session, and kills its program if that runs still.
  void close(std::uint64_t id);

private:
  struct RemoteSession {
    std::optional<HookEnd> end{};
    bool is_closed = false; ///< Set by close() while the program runs.
  };
  void ended(std::uint64_t id, HookEnd end);

  Submit submit_;
  std::function<void(std::uint64_t)> kill_;
  std::mutex mutex_; ///< Guards what follows.
  std::condition_variable changed_;
  std::map<std::uint64_t, RemoteSession> sessions_;
  std::uint64_t last_id_ = 0;
};

} // namespace orrery::hooks

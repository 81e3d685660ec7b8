#pragma once

#include "actors/hooks/runner.hpp"
#include "config/descriptor.hpp"

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace orrery::hooks {

/// A user who wants to run a unit's hooks by hand.
struct DebugWish {
  std::string unit;
  std::set<std::string> names; ///< Of hooks and actions; empty: all of them.
  std::string user;            ///< Shown to others.
  /// JUJU_DEBUG_AT of the charm's own program, which is run in the terminal at once; nothing: a
  /// shell is.
  std::optional<std::string> at{};
  std::string terminal_type{}; ///< TERM of the user's terminal; empty: not known.

  [[nodiscard]] bool wants(const std::string& hook) const {
    return names.empty() || names.contains(hook);
  }
};

/// A hook, or an action in its place, that runs in a debug session.
struct DebuggedHook {
  std::uint64_t id = 0; ///< HookJob::debugged.
  std::string name;
  bool action = false;
  config::Descriptor terminal{}; ///< The user's side.
};

/// Debug sessions: users who wait for hooks of units, at most one a unit. A session lives in the
/// thread of its user's client, and none outlives the orchestrator. Hooks that it wants run in a
/// terminal of their own, and are killed when it ends (D4). Thread-safe.
class DebugSessions {
public:
  /// @param kill ends a hook by its id with all that it has started; must not block.
  explicit DebugSessions(std::function<void(std::uint64_t id)> kill) : kill_(std::move(kill)) {}

  // For the client's thread.

  /// Opens a session.  @returns whose session the unit has already; nothing: this one is open.
  [[nodiscard]] std::optional<std::string> open(DebugWish wish);
  /// Ends it, and kills its hook.
  void close(const std::string& unit);
  /// Waits for the session's next hook.  @returns nothing if none has come within `patience`.
  [[nodiscard]] std::optional<DebuggedHook> next_hook(const std::string& unit,
                                                      std::chrono::milliseconds patience);
  /// Waits for the end of that hook.  @returns nothing if it has not come within `patience`.
  [[nodiscard]] std::optional<HookEnd> end_of_hook(const std::string& unit,
                                                   std::chrono::milliseconds patience);

  // For whoever runs hooks.

  struct Claim {
    std::uint64_t id = 0; ///< Never 0 in a claim that was made.
    DebugWish wish;
  };
  /// Asks before a hook begins whether a session wants it.
  [[nodiscard]] std::optional<Claim> claim(const std::string& unit, const std::string& hook);
  /// Hands it to the session's user once it has been submitted. Killed if the session has gone.
  void offer(const std::string& unit, DebuggedHook hook);
  /// The hook has ended, or will not run.
  void ended(const std::string& unit, std::uint64_t id, const HookEnd& end);

private:
  struct DebugSession {
    DebugWish wish;
    std::uint64_t running = 0; ///< The hook that it has claimed; 0: none.
    bool was_offered = false;  ///< Set when that hook was offered; unset by the next claim.
    std::deque<DebuggedHook> offered{}; ///< Not taken yet: one, or more where hooks are killed.
    std::deque<HookEnd> ends{};         ///< Of hooks that were offered, in order; not told yet.
  };

  std::function<void(std::uint64_t)> kill_;
  std::mutex mutex_; ///< Guards what follows.
  std::condition_variable changed_;
  std::map<std::string, DebugSession> sessions_; ///< By unit; bounded by the clients' sessions.
  std::uint64_t last_id_ = 0;
};

} // namespace orrery::hooks

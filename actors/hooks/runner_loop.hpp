#pragma once

#include "actors/hooks/empty_groups.hpp"
#include "actors/hooks/hook_queue.hpp"
#include "actors/hooks/orphans.hpp"
#include "actors/hooks/running_hook.hpp"

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>

namespace orrery::hooks {

/// Starts hooks, watches those that run, reaps their keepers. Sleeps while nothing happens.
/// For one thread, but for wake().
class RunnerLoop {
public:
  explicit RunnerLoop(RunnerOptions options);

  void submit(QueuedHook hook);
  /// HookRunner::end_task.
  void end_task(std::uint64_t task);
  /// HookRunner::end_debugged.
  void end_debugged(std::uint64_t id);
  /// HookRunner::end_session.
  void end_session(std::uint64_t id);
  /// From now on every hook is cancelled; those that run have `grace` to end.
  void stop(std::chrono::milliseconds grace);
  /// No hook waits or runs.
  [[nodiscard]] bool idle() const { return running_.empty(); }
  /// Starts what may start, waits for something to happen and deals with it.
  void turn();
  /// Ends the wait of turn(). From any thread.
  void wake() const;

private:
  using Clock = RunningHook::Clock;
  using Id = std::uint64_t;
  enum class Source : std::uint64_t { Wake, Output, Errors, Talk, Keeper, Starter };

  void end_all(std::uint64_t HookJob::*what,
               std::uint64_t id,
               const std::string& why,
               const std::string& why_not_run);
  void start_hooks();
  void start(QueuedHook queued);
  void watch(int descriptor, Source source, Id id) const;
  void watch(const KeeperProcess& keeper) const;
  void leave(KeeperProcess& keeper) const;
  void handle(Source source, Id id);
  void end(Id id, HookEnd how);
  void reap(Id id);
  void act_on_time();
  void end_orphans_soon();
  void end_orphans();
  [[nodiscard]] int milliseconds_to_wait() const;
  static void cancel(QueuedHook& hook);

  RunnerOptions options_;
  config::Descriptor epoll_;
  config::Descriptor wake_;
  Starter starter_; ///< Its end is watched through epoll_.
  SpareKeepers spare_;
  HookQueue queue_;
  Id last_id_ = 0;
  std::map<Id, std::unique_ptr<RunningHook>> running_; ///< By their keepers.
  struct Kept {
    pid_t pid;
    config::Descriptor handle;
    std::uint32_t machine;
    std::string unit;
  };
  std::map<Id, Kept> keepers_; ///< Hook ended; not yet reaped: they hold what it left running.
  EmptyGroups empty_groups_;
  std::optional<Orphans> orphans_;
  struct OrphansDue {
    Clock::time_point at;                ///< The next look.
    std::chrono::milliseconds pause{10}; ///< Until the one after it.
    Clock::time_point until;             ///< The last one.
  };
  std::optional<OrphansDue> orphans_due_; ///< Set when a keeper was killed, until none is alive.
  std::optional<Clock::time_point> stop_at_;
  bool stopped_ = false;
};

} // namespace orrery::hooks

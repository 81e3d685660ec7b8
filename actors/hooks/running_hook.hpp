#pragma once

#include "actors/hooks/hook_output.hpp"
#include "actors/hooks/hook_queue.hpp"
#include "actors/hooks/keeper_process.hpp"
#include "actors/hooks/keeper_report.hpp"
#include "actors/hooks/spare_keepers.hpp"
#include "actors/hooks/unit_log.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace orrery::hooks {

/// A hook between its start and its end. Does not wait: the runner's loop tells it what has become
/// readable.
class RunningHook {
public:
  using Clock = std::chrono::steady_clock;

  RunningHook(QueuedHook queued, const RunnerOptions& options);

  /// @returns how it ended if it could not be started.
  [[nodiscard]] std::optional<HookEnd>
  start(SpareKeepers& spare, Starter& starter, const RunnerOptions& options);
  /// Reads what a stream has to give, a bounded piece.  @returns false once the stream has ended.
  bool read_output(HookOutput::Stream stream);
  /// The keeper's report, or its death, has come.  @returns how the hook ended; nothing if it was a
  /// false alarm.
  [[nodiscard]] std::optional<HookEnd> read_report();
  /// Kills it with all it has started; read_report() tells later that this is done.
  /// @param why of one that somebody ends: what the unit's log says of it
  void kill(HookEnd::How because, const std::string& why = {});
  /// The keeper has not done so in time: kills the keeper too.
  [[nodiscard]] HookEnd give_up();

  /// When the loop has to act: the deadline, or after kill() when to give up.
  [[nodiscard]] Clock::time_point due() const { return due_; }
  [[nodiscard]] bool killed() const { return killed_.has_value(); }
  /// Whether the keeper may have another hook, once this one has ended.
  [[nodiscard]] bool leaves_keeper() const { return leaves_keeper_; }
  [[nodiscard]] KeeperProcess& keeper() { return keeper_; }
  /// Names the control group of its unit; empty: there is none.
  [[nodiscard]] const std::string& group() const { return group_; }
  [[nodiscard]] QueuedHook& queued() { return queued_; }

private:
  [[nodiscard]] HookEnd end_of(const KeeperReport& report);
  [[nodiscard]] HookEnd finish(HookEnd::How how, int code, const std::string& reason = {});
  void drain();
  void take(HookOutput::Stream stream, std::string_view bytes);

  QueuedHook queued_;
  UnitLog log_;
  HookOutput output_;
  CapturedOutput captured_;
  std::string group_;
  KeeperProcess keeper_;
  Clock::time_point started_{};
  Clock::time_point due_{};
  std::optional<HookEnd::How> killed_;
  bool leaves_keeper_ = false;
};

} // namespace orrery::hooks

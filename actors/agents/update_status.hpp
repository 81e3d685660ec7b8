#pragma once

#include "actors/agents/roster.hpp"
#include "actors/runtime/clock.hpp"
#include "actors/workflow/unit_notes.hpp"
#include "store/records.hpp"

#include <caf/actor.hpp>

#include <cstddef>
#include <filesystem>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace orrery::agents {

/// The wheel of all units' update-status hooks: when each is due (US1). One structure and one timer
/// (UpdateStatusTimer) for the whole model, so that a unit needs no agent of its own to wait.
/// Beside them the other times that only come round: when operations are old enough to go (A63),
/// and when the first secret is to be rotated or expires (SE46, SE50).
///
/// In it are units whose charm has the hook and that have started; each until its time has come.
/// The agent is told so, or begun by that, and puts its unit in again once the hook has
/// run. A time that only comes round is no part of the activity: nobody waits for it. For any
/// thread; bounded by the model's units.
class UpdateStatus {
public:
  /// Both must outlive it.
  UpdateStatus(const runtime::Clock& clock, Roster& roster) : clock_(clock), roster_(roster) {}

  /// Gets TurnWheel when there is an earlier time than before. While there is nobody, what is put
  /// in is not kept.
  void set_timer(caf::actor timer);
  /// Makes room for so many units.
  void expect(std::size_t count);
  /// Every unit's time is reckoned anew, from now on, if that is another interval (US1).
  void set_interval(store::Milliseconds interval);

  /// The unit waits for its time: one interval, more or less, after `since`; after now if that is
  /// past. Nothing where it waits already.
  void await(const std::string& unit, store::Milliseconds since);
  /// The unit waits no more, and a time that has come means nothing.
  void forget(const std::string& unit);
  /// Says whether the unit's time has come; it is told only once.
  [[nodiscard]] bool take(const std::string& unit);
  [[nodiscard]] bool awaits(const std::string& unit) const;

  /// An agent that rests leaves here when its last hook has run, of which notes do not tell:
  /// whoever begins in its place judges by it which ends of programs are that hook's doing (W10).
  /// Nothing where its unit is not in the wheel.
  void keep_run(const std::string& unit, const TimeOfRun& run);
  /// @returns what was kept; that none has run, where nothing was.
  [[nodiscard]] TimeOfRun last_run(const std::string& unit) const;

  /// The janitor is told OperationsDue at that time, in place of any time before.
  void await_operations(store::Milliseconds due, caf::actor janitor);
  /// No operation grows old.
  void forget_operations();
  /// The keeper of secrets' times is told SecretsDue at that time, in place of any time before.
  void await_secrets(store::Milliseconds due, caf::actor keeper);
  /// No secret is due.
  void forget_secrets();

  /// Tells all agents whose time has come. @returns when the next is due; nothing: none waits.
  std::optional<store::Milliseconds> turn();

private:
  using Times = std::multimap<store::Milliseconds, const std::string*>;
  struct Entry {
    std::optional<Times::iterator> place; ///< While its time has not come.
    TimeOfRun last_run;
  };
  using Units = std::unordered_map<std::string, Entry>;
  void put(Units::value_type& unit, store::Milliseconds since, store::Milliseconds now);
  void put_all_anew(store::Milliseconds now);
  [[nodiscard]] std::vector<std::string> take_come(store::Milliseconds now);
  /// One of the times that belong to no unit.
  struct Round {
    std::optional<store::Milliseconds> due;
    caf::actor who; ///< Told then; nobody while no time is set.
  };
  void await(Round& round, store::Milliseconds due, caf::actor who);
  void forget(Round& round);
  [[nodiscard]] static caf::actor take(Round& round, store::Milliseconds now);
  [[nodiscard]] std::optional<store::Milliseconds> next_time() const;

  const runtime::Clock& clock_;
  Roster& roster_; ///< Never called with the lock held.
  mutable std::mutex mutex_;
  caf::actor timer_;
  store::Milliseconds interval_ = 300'000;
  bool begins_anew_ = false; ///< Set with another interval; unset by the next turn.
  Units units_;              ///< Those that wait, and those whose time has come and is not taken.
  Times times_;              ///< By their keys above.
  Round operations_;
  Round secrets_;
};

/// When a unit's update-status is due: an interval after `since`, times 0.8 to 1.2 (US1). The
/// factor is the same for the same unit and `since`, so that what happened can be played again, and
/// differs from time to time, so that units do not come together.
[[nodiscard]] store::Milliseconds
due_after(std::string_view unit, store::Milliseconds since, store::Milliseconds interval);

/// Says whether the charm that lies in a directory (store::Charm) has a hook.
using CharmHasHook = std::function<bool(const std::string& directory, const std::string& hook)>;
/// Looks at the charms of the model in that directory.
[[nodiscard]] CharmHasHook charms_below(std::filesystem::path model);

} // namespace orrery::agents

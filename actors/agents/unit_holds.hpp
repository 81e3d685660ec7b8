#pragma once

#include "actors/runtime/activity.hpp"
#include "actors/runtime/hold.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>

namespace orrery::agents {

/// Told of parts of what is under way whose unit they are: where one of an application begins, and
/// where one ends. For any thread.
class KnownParts {
public:
  KnownParts() = default;
  KnownParts(const KnownParts&) = delete;
  KnownParts& operator=(const KnownParts&) = delete;
  virtual ~KnownParts() = default;

  virtual void add(const std::string& application) = 0;
  virtual void remove(const std::string& application) = 0;
  /// Adds a part that does nothing but wait for a time.
  virtual void add_wait() = 0;
  virtual void remove_wait() = 0;
};

/// Which applications' units keep the system unsettled for long: by a hook that runs or waits for
/// its place, or by a try that waits for its time. For any thread.
class UnitHolds final : public KnownParts {
public:
  /// The activity must outlive it.
  explicit UnitHolds(runtime::Activity& activity) : activity_(activity) {}

  void add(const std::string& application) override;
  void remove(const std::string& application) override;
  void add_wait() override;
  void remove_wait() override;
  /// Blocks the calling thread (a session's, never an actor's) until nothing is under way but such
  /// holds of units of other applications. Whatever is not known to belong to others counts as
  /// these applications' own. Nobody polls: the one that takes the last own part away wakes it.
  /// @returns false when `timeout` passed first, or `cancelled` (asked five times a second) said
  /// true.
  [[nodiscard]] bool wait_settled(const std::set<std::string>& applications,
                                  std::chrono::milliseconds timeout,
                                  const std::function<bool()>& cancelled);
  /// Blocks as wait_settled() until nothing is under way but waits for a time, of agents that have
  /// nothing else to do until then.
  [[nodiscard]] bool wait_for_hooks(std::chrono::milliseconds timeout,
                                    const std::function<bool()>& cancelled);

private:
  /// How many holds others have.  @pre the lock is held.
  [[nodiscard]] std::int64_t others(const std::set<std::string>& applications) const;

  runtime::Activity& activity_;
  std::mutex mutex_; ///< Never held while the activity is told of something.
  std::map<std::string, std::int64_t> holds_; ///< By application, none of them 0.
  std::int64_t waits_ = 0;
};

/// While this lives, one part of the activity is known to be a unit's of this application.
///
/// It begins after that part; it ends before it, or while a message of the unit's agent is handled,
/// which is a part, too: nobody takes away more than there is.
class UnitHold {
public:
  UnitHold(KnownParts& holds, const std::string& application)
    : holds_(holds), application_(application) {
    holds_.add(application_);
  }
  UnitHold(const UnitHold&) = delete;
  UnitHold& operator=(const UnitHold&) = delete;
  ~UnitHold() { holds_.remove(application_); }

private:
  KnownParts& holds_;
  std::string application_;
};

/// While this lives, one part of the activity is known to be a wait for a time. It begins and ends
/// as a UnitHold.
class TimedWait {
public:
  explicit TimedWait(KnownParts& holds) : holds_(holds) { holds_.add_wait(); }
  TimedWait(const TimedWait&) = delete;
  TimedWait& operator=(const TimedWait&) = delete;
  ~TimedWait() { holds_.remove_wait(); }

private:
  KnownParts& holds_;
};

/// The wait of a unit of this application.
struct UnitWait {
  UnitWait(KnownParts& holds, const std::string& application)
    : wait(holds), unit(holds, application) {}

  TimedWait wait;
  UnitHold unit;
};

/// A hook's part of the model, and that it is known.
class HookHold : public runtime::Hold {
public:
  HookHold(runtime::Holds& holder, KnownParts& holds, const std::string& application)
    : Hold(holder) {
    keep(std::make_shared<UnitHold>(holds, application));
  }
};

} // namespace orrery::agents

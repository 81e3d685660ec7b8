#pragma once

#include "actors/entities/recipient.hpp"
#include "actors/runtime/brief_mutex.hpp"
#include "store/records.hpp"

#include <caf/actor.hpp>
#include <caf/actor_addr.hpp>

#include <cstddef>
#include <list>
#include <mutex>
#include <string>
#include <unordered_map>

namespace orrery::agents {

/// To who deploys a unit whose agent rests: it is to begin, for there is news.
struct Stirred {
  std::string unit;
};
/// To a unit's agent: others have been idle for less long; it need not stay if it may rest.
struct MayRest {};

/// Knows who acts for units and machines now; which units' agents rest, to be begun again by the
/// first that they are told; and which of those that are there have been idle for longest. For any
/// thread.
///
/// A message is passed on, and an agent goes to rest, under one lock: so it either comes to an
/// agent that stays for it, or to one that begins again, which sees what there is.
class Roster final : public entities::Post {
public:
  /// A unit's name, or `machine 3`: names hold no blanks.
  [[nodiscard]] static std::string machine(store::MachineId id);

  void begun(const std::string& whose, const caf::actor_addr& agent);
  /// Another may have begun in its place already: that one stays. So does one that rests.
  void ended(const std::string& whose, const caf::actor_addr& agent);
  /// @returns nobody if none runs.
  [[nodiscard]] caf::actor find(const std::string& whose) const;

  /// Reserves room for `count` units and machines.
  void expect(std::size_t count);
  /// Sets how many idle agents of units stay.
  void set_most_idle(std::size_t most);
  /// The agent has nothing to do, as of now. The one that has been idle for longest is told that it
  /// may rest, where these are too many.
  /// @returns whether it is this one itself.
  [[nodiscard]] bool idle(const std::string& unit);
  /// The agent goes to rest, unless a message has come for it.
  /// @param deployer who begins it again, as in find(). Where that rests itself, it is begun first.
  /// @param undisturbed asked under the lock: whether nothing is in its mailbox.
  template <class Undisturbed>
  [[nodiscard]] bool
  rest(const std::string& unit, const std::string& deployer, const Undisturbed& undisturbed) {
    const std::lock_guard lock(mutex_);
    if (!undisturbed())
      return false;
    put_to_rest(unit, deployer).has_run = true;
    return true;
  }
  /// No agent has run for it since the process began, and none need to.
  void begin_at_rest(const std::string& unit, const std::string& deployer);
  [[nodiscard]] bool rests(const std::string& unit) const;
  /// Whether it rests since it was there, and not since the process began: its directory was whole
  /// then.
  [[nodiscard]] bool rests_after_running(const std::string& unit) const;
  /// Whether it rests and there is news for it. Who deploys it asks, for what it was told itself is
  /// lost if it fails.
  [[nodiscard]] bool is_stirred(const std::string& unit) const;
  /// Notes that a unit rests no more: its deployer ends for the unit what there is.
  /// @returns whether it did rest.
  bool rests_no_more(const std::string& unit);
  /// Has its agent begin if it rests. @returns false if it does not rest.
  bool stir(const std::string& unit);

  void tell(const std::string& unit, caf::message what) override;
  [[nodiscard]] bool hears(const std::string& unit) const override;
  [[nodiscard]] bool is_there(const std::string& unit) const override;

private:
  struct Entry {
    caf::actor_addr agent; ///< Null: it rests.
    std::string deployer;  ///< Of one that rests.
    bool stirred = false;  ///< Likewise: its deployer has been told.
    bool has_run = false;  ///< Likewise: since the process began.
    bool is_idle = false;  ///< Among those below.
    [[nodiscard]] bool rests() const { return !agent; }
    std::list<const std::string*>::iterator place;
  };
  using Entries = std::unordered_map<std::string, Entry>;
  Entry& put_to_rest(const std::string& unit, const std::string& deployer);
  void stir(Entry& entry, caf::message what);
  void forget_idle(Entry& entry);
  [[nodiscard]] caf::actor find_locked(const std::string& whose) const;

  mutable runtime::BriefMutex mutex_;
  Entries entries_;
  std::list<const std::string*>
    idle_; ///< By their keys above, the one that is idle for longest first.
  std::size_t most_idle_ = 4096;
};

} // namespace orrery::agents

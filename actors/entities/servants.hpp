#pragma once

#include <caf/actor.hpp>

#include <mutex>
#include <utility>

namespace orrery::entities {

/// Agents that are told of what transactions have written for them; one that begins again replaces
/// the earlier one. Asked for only by who has a number for what is written (Transactions::flush).
/// Thread-safe.
class Servants {
public:
  void set_janitor(caf::actor janitor) { set(janitor_, std::move(janitor)); }
  [[nodiscard]] caf::actor janitor() const { return get(janitor_); }
  void set_forcer(caf::actor forcer) { set(forcer_, std::move(forcer)); }
  [[nodiscard]] caf::actor forcer() const { return get(forcer_); }
  void set_charm_keeper(caf::actor keeper) { set(charm_keeper_, std::move(keeper)); }
  [[nodiscard]] caf::actor charm_keeper() const { return get(charm_keeper_); }
  void set_secret_keeper(caf::actor keeper) { set(secret_keeper_, std::move(keeper)); }
  [[nodiscard]] caf::actor secret_keeper() const { return get(secret_keeper_); }

private:
  void set(caf::actor& place, caf::actor agent) {
    const std::lock_guard lock(mutex_);
    place = std::move(agent);
  }
  [[nodiscard]] caf::actor get(const caf::actor& place) const {
    const std::lock_guard lock(mutex_);
    return place;
  }

  mutable std::mutex mutex_;
  caf::actor janitor_;
  caf::actor forcer_;
  caf::actor secret_keeper_;
  caf::actor charm_keeper_; ///< None where charms have no files.
};

} // namespace orrery::entities

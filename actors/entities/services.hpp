#pragma once

#include "actors/entities/charms.hpp"
#include "actors/entities/directory.hpp"
#include "actors/entities/transactions.hpp"
#include "actors/runtime/activity.hpp"
#include "actors/runtime/clock.hpp"

#include <caf/actor.hpp>
#include <caf/fwd.hpp>

#include <mutex>

namespace orrery::entities {

/// What all entities share. Outlives them; each part is thread-safe.
struct Services {
  Services(caf::actor_system& actor_system,
           runtime::Activity& all_activity,
           const runtime::Clock& time)
    : system(actor_system), activity(all_activity), clock(time),
      transactions(directory, all_activity, time) {}

  caf::actor_system& system;
  runtime::Activity& activity;
  const runtime::Clock& clock;
  Directory directory;
  Charms charms;
  Transactions transactions;
  /// Agents that entities tell of what they have written for them; one that begins again replaces
  /// the earlier one. Asked for only by who has a number for what is written (Transactions::flush).
  void set_janitor(caf::actor janitor) { set(janitor_, std::move(janitor)); }
  [[nodiscard]] caf::actor janitor() const { return get(janitor_); }
  void set_forcer(caf::actor forcer) { set(forcer_, std::move(forcer)); }
  [[nodiscard]] caf::actor forcer() const { return get(forcer_); }

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
};

} // namespace orrery::entities

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
  /// The janitor is told of relations whose settings wait for cleanup; one that begins again
  /// replaces the earlier one.
  void set_janitor(caf::actor janitor) {
    const std::lock_guard lock(mutex_);
    janitor_ = std::move(janitor);
  }
  [[nodiscard]] caf::actor janitor() const {
    const std::lock_guard lock(mutex_);
    return janitor_;
  }

private:
  mutable std::mutex mutex_;
  caf::actor janitor_;
};

} // namespace orrery::entities

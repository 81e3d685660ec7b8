#pragma once

#include "actors/entities/charms.hpp"
#include "actors/entities/directory.hpp"
#include "actors/entities/model_settings.hpp"
#include "actors/entities/servants.hpp"
#include "actors/entities/transactions.hpp"
#include "actors/runtime/activity.hpp"
#include "actors/runtime/clock.hpp"

#include <caf/actor.hpp>
#include <caf/fwd.hpp>

namespace orrery::entities {

/// Parts that all entities share. They outlive these; each part is thread-safe.
struct Services {
  Services(caf::actor_system& actor_system,
           runtime::Activity& all_activity,
           const runtime::Clock& time)
    : system(actor_system), activity(all_activity), clock(time),
      transactions(directory, all_activity, time, servants) {}

  caf::actor_system& system;
  runtime::Activity& activity;
  const runtime::Clock& clock;
  Directory directory;
  Charms charms;
  ModelSettingsBoard model_settings;
  Servants servants;
  Transactions transactions;
};

} // namespace orrery::entities

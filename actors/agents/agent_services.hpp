#pragma once

#include "actors/entities/services.hpp"
#include "config/settings.hpp"
#include "store/database.hpp"

#include <caf/actor.hpp>

#include <string>
#include <vector>

namespace orrery::agents {

/// What all agents share. Outlives them; each part is thread-safe.
struct AgentServices {
  explicit AgentServices(entities::Services& entity_side) : entities(entity_side) {}

  entities::Services& entities;
  store::Database* notes = nullptr;  ///< The agents' own store; written by `notebook` only.
  caf::actor notebook;               ///< The journal of the agents' store.
  std::vector<caf::actor> providers; ///< A machine's tasks all go to the same one, in order.
  caf::actor hooks;                  ///< Runs hooks.
  caf::actor slots; ///< Bounds how many hooks run at once; invalid: no bound (a simulation).
  config::Settings settings;
  std::string model_name;
  std::string model_uuid;
};

} // namespace orrery::agents

#pragma once

#include "actors/agents/beginnings.hpp"
#include "actors/rules/history.hpp"
#include "actors/runtime/clock.hpp"
#include "config/settings.hpp"

#include <caf/actor.hpp>
#include <caf/fwd.hpp>

#include <cstdint>

namespace orrery::agents {

/// The process as the agents of all its models share it: its time, its settings, and the bounds
/// that it has as a whole. None of it means a model. Filled in before the first agent begins,
/// outlives them; each part is thread-safe.
struct ProcessServices {
  ProcessServices(caf::actor_system& actor_system, const runtime::Clock& time)
    : system(actor_system), clock(time) {}

  caf::actor_system& system;
  const runtime::Clock& clock;
  config::Settings settings;                        ///< Of this process, since its start.
  std::uint64_t history_kept = rules::history_kept; ///< In transactions, after a removal (C3).
  caf::actor slots;      ///< Bounds how many hooks run at once; invalid: no bound (a simulation).
  Beginnings beginnings; ///< How many agents of units begin at once.
};

} // namespace orrery::agents

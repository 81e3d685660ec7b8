#pragma once

#include "actors/agents/beginnings.hpp"
#include "actors/agents/faults.hpp"
#include "actors/agents/local_model.hpp"
#include "actors/agents/roster.hpp"
#include "actors/agents/update_status.hpp"
#include "actors/entities/services.hpp"
#include "actors/rules/history.hpp"
#include "actors/workflow/back_off.hpp"
#include "actors/workflow/status_line.hpp"
#include "config/settings.hpp"
#include "store/database.hpp"

#include <caf/actor.hpp>

#include <functional>
#include <string>
#include <vector>

namespace orrery::agents {

/// What all agents share. Outlives them; each part is thread-safe.
struct AgentServices {
  explicit AgentServices(entities::Services& entity_side)
    : system(entity_side.system), clock(entity_side.clock), local_model(entity_side),
      update_status(clock, roster) {
    entity_side.transactions.set_post(&roster); // which tells a unit's agent, or begins it
    entity_side.model_settings.listen_to_interval(
      [this](store::Milliseconds interval) { update_status.set_interval(interval); });
  }

  caf::actor_system& system;
  const runtime::Clock& clock;
  LocalModel local_model;
  Model* model = &local_model;       ///< Another one in tests.
  store::Database* notes = nullptr;  ///< The agents' own store; written by `notebook` only.
  caf::actor notebook;               ///< The journal of the agents' store.
  std::vector<caf::actor> providers; ///< A machine's tasks all go to the same one, in order.
  caf::actor hooks;                  ///< Runs hooks.
  caf::actor slots; ///< Bounds how many hooks run at once; invalid: no bound (a simulation).
  /// Writes a line into a unit's own log; empty: there is none.
  std::function<void(const std::string& unit, const UnitLine& line)> write_unit_log;
  /// A unit is gone for good: its log is kept for a while, its tool socket is not. May name the
  /// same one again after a crash.
  std::function<void(const std::string& unit)> unit_recalled;
  Roster roster;              ///< Whom an agent acts for now.
  UpdateStatus update_status; ///< When that hook of each unit is due.
  /// Whether the charm in a directory (store::Charm) has that hook; asked at a start, once a charm.
  /// Empty: none has.
  CharmHasUpdateStatus charm_has_update_status;
  Beginnings beginnings;                            ///< How many begin at once.
  Faults* faults = nullptr;                         ///< Nothing where faults are not allowed.
  std::uint64_t history_kept = rules::history_kept; ///< In transactions, after a removal (C3).
  config::Settings settings;
  /// Counts what agents, their notes, hooks and providers do.
  [[nodiscard]] runtime::UnderWay& activity() const { return model->under_way(); }
  /// How hooks are tried again just now: once where the model's configuration forbids it.
  [[nodiscard]] config::RetryPolicy retry() const {
    return policy_if(model->retries_hooks(), settings.retry);
  }
  std::uint64_t boot = 0; ///< UnitSight::boot of all machines: they are on one host.
  std::string model_name;
  std::string model_uuid;
};

} // namespace orrery::agents

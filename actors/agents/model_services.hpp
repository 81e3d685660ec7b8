#pragma once

#include "actors/agents/faults.hpp"
#include "actors/agents/local_model.hpp"
#include "actors/agents/roster.hpp"
#include "actors/agents/update_status.hpp"
#include "actors/entities/services.hpp"
#include "actors/runtime/log.hpp"
#include "store/database.hpp"

#include <caf/actor.hpp>

#include <string>

namespace orrery::agents {

/// One model as its agents share it, on whatever hosts they are: how they reach it, what they have
/// noted, which of them are there, and what is due. Each model of a process has its own.
/// Made before the model's actors, outlives them; each part is thread-safe.
struct ModelServices {
  /// @param entity_side of the same model; outlives this, which takes in from now on what its
  /// entities tell units.
  explicit ModelServices(entities::Services& entity_side)
    : local_model(entity_side), update_status(entity_side.clock, roster) {
    entity_side.transactions.set_post(&roster); // which tells a unit's agent, or begins it
    entity_side.model_settings.listen_to_interval(
      [this](store::Milliseconds interval) { update_status.set_interval(interval); });
  }

  LocalModel local_model;
  Model* model = &local_model;      ///< Another one in tests.
  store::Database* notes = nullptr; ///< The agents' own store; written by `notebook` only.
  caf::actor notebook;              ///< The journal of the agents' store.
  Roster roster;                    ///< Whom an agent acts for now.
  UpdateStatus update_status;       ///< When that hook of each unit is due.
  /// Whether the charm in a directory (store::Charm) has a hook; asked at a start, once a charm and
  /// hook, and for units that rest. Empty: it is not known.
  CharmHasHook charm_has_hook;
  Faults* faults = nullptr; ///< Nothing where faults are not allowed.
  std::string name;
  std::string uuid;

  /// Returns the fields that end each line of the orchestrator's log that is about this model:
  /// whoever may read only this model sees no other line.
  [[nodiscard]] std::string log_fields() const { return runtime::model_fields(name, uuid); }
  /// Counts what its agents, their notes, hooks and providers do.
  [[nodiscard]] runtime::UnderWay& activity() const { return model->under_way(); }
};

} // namespace orrery::agents

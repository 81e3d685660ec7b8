#pragma once

#include "actors/rules/states.hpp"
#include "actors/workflow/unit_notes.hpp"

/// Notes of a unit's agent, where they are not at hand.
namespace orrery::foretell {

/// Rebuilds what a unit's agent has noted from what is replicated: its workflow (W1), the hook that
/// fails, and the scopes that it is in. What no step depends on that asks anything of the model
/// counts as done: hooks of relations have created them, settings are delivered.
[[nodiscard]] agents::UnitNotes rebuilt_notes(const rules::States& states,
                                              const rules::UnitState& unit,
                                              const config::RetryPolicy& policy);

} // namespace orrery::foretell

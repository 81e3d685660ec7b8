#pragma once

#include "actors/rules/states.hpp"
#include "actors/workflow/unit_sight.hpp"

namespace orrery::foretell {

/// Shows what a unit's agent sees in a model that is at hand as a whole. No members are shown, so
/// that none are met, change, or depart.
[[nodiscard]] agents::UnitSight sight_of(const rules::States& states, const rules::UnitState& unit);

} // namespace orrery::foretell

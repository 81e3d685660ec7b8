#pragma once

#include "actors/rules/unit.hpp"

namespace orrery::rules {

/// Takes what agents, hooks and people say of a unit without moving its life: status, ports,
/// resolved (W3, W5, H6).
[[nodiscard]] Decision
report(const UnitState& unit, const protocol::Command& command, const Context& context);

} // namespace orrery::rules

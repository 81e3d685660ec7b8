#pragma once

#include "actors/rules/states.hpp"

#include <string>

/// Whether agents get on by themselves.
namespace orrery::foretell {

/// Tells why a unit's agent will do nothing more by itself; empty if it goes on.
[[nodiscard]] std::string unit_stuck(const rules::States& states, const rules::UnitState& unit);
/// Tells why a machine will not get on by itself; empty if it goes on.
[[nodiscard]] std::string machine_stuck(const rules::MachineState& machine);

/// Says whether a unit's agent is there: it has not failed, and its host is not lost.
[[nodiscard]] bool agent_works(const rules::UnitState& unit);
/// Tells why no unit on the unit's machine gets on; empty if they do.
[[nodiscard]] std::string host_stuck(const rules::States& states, const rules::UnitState& unit);

} // namespace orrery::foretell

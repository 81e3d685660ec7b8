#pragma once

#include "actors/rules/states.hpp"
#include "store/contents.hpp"

#include <string>
#include <vector>

/// What the agents would ask for next, were all their hooks and providers to succeed. Each is asked
/// in this order until one changes something; one that is refused waits for the others.
namespace orrery::rules {

using Commands = std::vector<protocol::Command>;

/// Of a unit's agent, and of whoever deployed the unit (U5, U8, U10, U11, B3, B4).
[[nodiscard]] Commands unit_duties(const States& states, const UnitState& unit);
/// Of a machine's agent and of the provisioner (M4, M6, M8, M10).
[[nodiscard]] Commands machine_duties(const States& states, const MachineState& machine);
/// Of the janitor (C1).
[[nodiscard]] protocol::Command cleanup_duty(const store::Contents& contents,
                                             store::RelationId relation);
/// Of the forcer, when the orderly way has had its chance (F1-F5).
[[nodiscard]] Commands force_duties(const States& states, const store::Force& force);

/// B6: a subordinate has a place beside its principal's units and beside other subordinates. Any
/// unit has one in a relation that is not of a container, or of its own application.
[[nodiscard]] bool
has_place(const States& states, const UnitState& unit, const store::Relation& relation);
/// Why a unit's agent will do nothing more by itself; empty if it goes on.
[[nodiscard]] std::string unit_stuck(const States& states, const UnitState& unit);
/// Why a machine will not get on by itself; empty if it goes on.
[[nodiscard]] std::string machine_stuck(const MachineState& machine);

} // namespace orrery::rules

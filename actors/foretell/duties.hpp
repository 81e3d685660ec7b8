#pragma once

#include "actors/rules/states.hpp"
#include "store/contents.hpp"

#include <string>
#include <vector>

/// Commands that agents would ask for next. Each is asked in this order until one changes
/// something; one that is refused waits for the others. A unit's agent is played instead
/// (played_unit.hpp).
namespace orrery::foretell {

using Commands = std::vector<protocol::Command>;

/// Returns the commands of a machine's agent and of the provisioner (M4, M6, M8, M10).
[[nodiscard]] Commands machine_duties(const rules::States& states,
                                      const rules::MachineState& machine);
/// Returns the janitor's command (C1).
[[nodiscard]] protocol::Command cleanup_duty(const store::Contents& contents,
                                             store::RelationId relation);
/// Returns the forcer's commands, when the orderly way has had its chance (F1-F5).
[[nodiscard]] Commands force_duties(const rules::States& states, const store::Force& force);

} // namespace orrery::foretell

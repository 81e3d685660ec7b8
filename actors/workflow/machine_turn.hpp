#pragma once

#include "actors/protocol/agents.hpp"
#include "actors/protocol/observations.hpp"

#include <optional>

/// Which lock of its machine a hook or a task waits for (A11).
namespace orrery::agents {

/// Returns the turn of a hook of a unit on that machine.
[[nodiscard]] protocol::MachineTurn turn_of_hook(store::MachineId machine);
/// Returns the turn of an action or a command of a unit on that machine; nothing if it runs beside
/// whatever else runs there (A10).
[[nodiscard]] std::optional<protocol::MachineTurn> turn_of_task(store::MachineId machine,
                                                                const protocol::TaskSeen& task);
/// Returns the turn of a command on the machine itself, which never waits for hooks (A60).
[[nodiscard]] std::optional<protocol::MachineTurn> turn_of_command(store::MachineId machine,
                                                                   const protocol::TaskSeen& task);

} // namespace orrery::agents

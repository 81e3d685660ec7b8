#pragma once

#include "cmd/views/explain/partial_reading.hpp"
#include "cmd/views/render/index.hpp"

#include <optional>

/// Tasks of users that wait because their unit is lost, with its machine or by itself, and commands
/// on a machine that is down (A16).
namespace orrery::explain {

/// Returns the first task of a lost unit; nothing if it has none, or is not lost.
[[nodiscard]] std::optional<store::TaskId> first_waiting_task(const render::Index& index,
                                                              const store::Unit& unit);
/// Returns the first command on a machine that is down; nothing if it has none, or is not down.
[[nodiscard]] std::optional<store::TaskId> first_waiting_task(const render::Index& index,
                                                              const store::Machine& machine);
/// Reads what first_waiting_task() and render::tasks_before() need of the units and machines that
/// were read. All tasks that have not ended are looked through.
void read_tasks(PartialReading& reading);

} // namespace orrery::explain

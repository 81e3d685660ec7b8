#pragma once

#include "cmd/views/explain/partial_reading.hpp"
#include "cmd/views/render/index.hpp"

#include <optional>

/// Tasks of users that wait because their unit is lost, with its machine or by itself (A16).
namespace orrery::explain {

/// Returns the first task of a lost unit; nothing if it has none, or is not lost.
[[nodiscard]] std::optional<store::TaskId> first_waiting_task(const render::Index& index,
                                                              const store::Unit& unit);
/// Reads what first_waiting_task() needs of the units that were read. All tasks that have not ended
/// are looked through where one of these units is lost, and none otherwise.
void read_waiting_tasks(PartialReading& reading);

} // namespace orrery::explain

#pragma once

#include "cmd/views/explain/explain.hpp"
#include "cmd/views/render/obstacle.hpp"

#include <vector>

namespace orrery::explain {

/// Returns what a user can do about an obstacle in a unit's way.
/// @param left the relation that it has to leave, nothing if the unit itself is to go
[[nodiscard]] std::vector<Remedy> unit_remedies(const render::Index& index,
                                                const store::Unit& unit,
                                                const render::Obstacle& obstacle,
                                                const store::Relation* left,
                                                const Options& options);
[[nodiscard]] std::vector<Remedy> machine_remedies(const store::Machine& machine,
                                                   const render::Obstacle& obstacle,
                                                   const Options& options);

} // namespace orrery::explain

#pragma once

#include "cmd/explain/explain.hpp"
#include "cmd/render/obstacle.hpp"

#include <vector>

namespace orrery::explain {

/// What a user can do about an obstacle in a unit's way.
/// @param ends whether the unit is to be removed, or only to leave a relation
[[nodiscard]] std::vector<Remedy> unit_remedies(const store::Unit& unit,
                                                const render::Obstacle& obstacle,
                                                bool ends,
                                                const Options& options);
[[nodiscard]] std::vector<Remedy> machine_remedies(const store::Machine& machine,
                                                   const render::Obstacle& obstacle,
                                                   const Options& options);

} // namespace orrery::explain

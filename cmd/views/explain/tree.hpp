#pragma once

#include "cmd/views/explain/explain.hpp"

namespace orrery::explain {

/// The entity with all that holds it, level by level; what is stopped comes first among its
/// siblings. Machine and application are held by units and relations, a unit by its subordinates, a
/// relation by the units in its scope: so the tree is at most four levels deep, whatever the
/// records say.
/// @pre the entity exists
[[nodiscard]] Node
tree_of(const render::Index& index, const Subject& subject, const Options& options);

} // namespace orrery::explain

#pragma once

#include "cmd/views/explain/explain.hpp"

namespace orrery::explain {

/// Adds to an explanation what has to happen until its entity is gone, beginning with the command
/// that asks for it where it is Alive; or why it cannot be removed.
/// @pre the entity exists
void add_steps(Explanation& explanation,
               const render::Index& index,
               const Subject& subject,
               const Options& options);

} // namespace orrery::explain

#pragma once

#include "actors/entities/directory.hpp"
#include "actors/protocol/commands.hpp"
#include "actors/rules/steps.hpp"

#include <vector>

namespace orrery::entities {

/// The participants that a command is known to need, in visiting order; others join on the way.
/// A unit that is not in the directory is planned as a principal, and not found when its turn
/// comes.
[[nodiscard]] std::vector<rules::Visit> plan(const protocol::Command& command,
                                             const Directory& directory);

} // namespace orrery::entities

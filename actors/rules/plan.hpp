#pragma once

#include "actors/protocol/commands.hpp"
#include "actors/rules/steps.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace orrery::rules {

/// Finds whom a unit's name means, subordinate or principal; nothing if there is no such unit.
using FindUnit = std::function<std::optional<Who>(const std::string& name)>;

/// The participants that a command is known to need, in visiting order; others join on the way.
/// A unit that is not found is planned as a principal, and not found when its turn comes.
[[nodiscard]] std::vector<Visit> plan(const protocol::Command& command, const FindUnit& find_unit);

} // namespace orrery::rules

#pragma once

#include <string>
#include <vector>

namespace orrery::simulate {

class World;

/// Where the records of a world at rest, its agents' notes, its programs and its directories
/// disagree: what `orrery check` would call a fault, a sentence each.
[[nodiscard]] std::vector<std::string> disagreements(World& world);

} // namespace orrery::simulate

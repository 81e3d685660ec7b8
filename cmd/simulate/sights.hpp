#pragma once

#include <string>
#include <vector>

namespace orrery::simulate {

class World;

/// Compares what each agent of a unit sees, made of observations one by one, with what it would see
/// if it read all records now.
/// @returns a sentence for each that differs
/// @pre all rests
[[nodiscard]] std::vector<std::string> sights_that_differ(World& world);

/// Whether the unit's agent knows by now that the unit is Dying, and notes no upgrade of it (P38).
/// False where no agent of it is there, or has seen all yet.
[[nodiscard]] bool begins_no_upgrade(World& world, const std::string& unit);

} // namespace orrery::simulate

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

} // namespace orrery::simulate

#pragma once

#include "test/support/simulated_world.hpp"

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace orrery::test {

/// A world in which everything has come to rest, as far as a crash may not change it.
struct SeenAtRest {
  std::string outline; ///< Without what a task that a crash has failed would have changed.
  std::map<store::TaskId, std::string> tasks;  ///< `completed`, `failed: exit status 1`; by id.
  std::map<std::string, std::size_t> upgrades; ///< How often upgrade-charm began, by unit.
  std::vector<std::string> wrong;              ///< What is wrong without any other to compare with.
};

[[nodiscard]] SeenAtRest seen_in(SimulatedWorld& world);

/// Holds a world that has had one crash against one that had none. A task that ran then is failed
/// (A13), one that was to be cancelled may have run or not, and one hook may have run twice (W4).
/// @returns a line for each difference beyond these
[[nodiscard]] std::vector<std::string> differences(const SeenAtRest& undisturbed,
                                                   const SeenAtRest& crashed);

} // namespace orrery::test

#pragma once

#include "test/support/simulated_world.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace orrery::test {

using Hooks = std::vector<std::string>;

[[nodiscard]] inline store::Machine machine(const SimulatedWorld& world, store::MachineId id) {
  return world.contents().machines.at(id);
}

/// Past all that is in the way, after that wait.
[[nodiscard]] inline protocol::Removal forced(store::Milliseconds max_wait = 0) {
  protocol::Removal how;
  how.force = true;
  how.max_wait = max_wait;
  return how;
}

[[nodiscard]] inline std::size_t count(const std::vector<std::string>& hooks,
                                       const std::string& hook) {
  return static_cast<std::size_t>(std::count(hooks.begin(), hooks.end(), hook));
}

} // namespace orrery::test

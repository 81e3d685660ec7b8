#pragma once

#include <caf/fwd.hpp>

#include <chrono>

namespace orrery::runtime {

/// Keeps every thread on which actors run from going on, each once it has handled what it has in
/// hand: what actors use can be taken away then. The system cannot be destroyed after that; the
/// process ends.
/// @returns whether all of them came to it within `patience`.
[[nodiscard]] bool park_workers(caf::actor_system& system, std::chrono::milliseconds patience);

} // namespace orrery::runtime

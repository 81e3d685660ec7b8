#pragma once

#include "cmd/views/explain/explain.hpp"
#include "test/explain/random_model.hpp"
#include "test/support/simulated_world.hpp"

namespace orrery::test {

/// From all records, told at length.
[[nodiscard]] explain::Explanation explained(const store::Contents& contents,
                                             const explain::Subject& subject);

/// A world that was stopped somewhere, and an entity in it that somebody wants to be gone.
struct Walk {
  explicit Walk(std::uint64_t seed) : random(seed), world(seed) {}

  /// @returns an entity whose removal has been asked for
  explain::Subject begin();
  void let_some_fail();

  RandomModel random;
  SimulatedWorld world;
};

} // namespace orrery::test

#pragma once

#include "cmd/views/explain/explain.hpp"
#include "cmd/views/explain/neighbourhood.hpp"
#include "test/explain/counted_snapshot.hpp"
#include "test/support/deterministic.hpp"

#include <chrono>
#include <string>
#include <vector>

namespace orrery::test {

/// Whoever can answer has done so while it was waited.
constexpr std::chrono::milliseconds at_once{0};

[[nodiscard]] std::vector<explain::Subject> all_subjects(const store::Contents& contents);

[[nodiscard]] explain::Explanation explained(const explain::Neighbourhood& found,
                                             const explain::Subject& subject,
                                             const explain::Options& options = {20, 20, true,
                                                                                true});

/// All that is said, for people and for scripts.
[[nodiscard]] std::string told(const explain::Neighbourhood& found,
                               const explain::Subject& subject);

/// Entities without agents: whatever a test makes of them, they stay so.
struct StillModel {
  explicit StillModel(const World& world) : system(world) {}

  /// Adds to the cost.
  [[nodiscard]] explain::Neighbourhood around(const explain::Subject& subject,
                                              std::size_t most = explain::neighbours_max);
  [[nodiscard]] explain::Neighbourhood all() const { return {system.contents(), {}}; }

  DeterministicSystem system;
  ReadingCost cost;
};

} // namespace orrery::test

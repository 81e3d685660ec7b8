#pragma once

#include "cmd/simulate/story.hpp"
#include "store/contents.hpp"

#include <cstddef>
#include <functional>
#include <string>

namespace orrery::simulate {

/// Returns what kind of thing a finding is: its text without the names and numbers in it.
[[nodiscard]] std::string kind_of_finding(const std::string& finding);

struct Shrunk {
  Story story;
  std::string
    finding; ///< What is found when it is played; empty: nothing is, and nothing was left out.
  std::size_t runs = 0;
};

/// Leaves out of a story as much as it can while the same kind of thing is found first when it is
/// played: kinds of trouble, then steps, many at once before one by one.
/// @param progress is told how many steps are left
/// @param judge see SimulationOptions
[[nodiscard]] Shrunk shrink(Story story,
                            const std::function<void(std::size_t steps)>& progress,
                            const std::function<std::string(const store::Contents&)>& judge = {});

} // namespace orrery::simulate

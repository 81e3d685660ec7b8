#pragma once

#include "store/contents.hpp"

#include <string>
#include <vector>

namespace orrery::test {

/// Counts everything that is counted anew, by the names in the records alone: not as the store's
/// own check does, so that neither covers for the other's mistake.
/// @returns one sentence for each difference.
[[nodiscard]] std::vector<std::string> recount(const store::Contents& all);

} // namespace orrery::test

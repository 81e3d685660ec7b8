#pragma once

#include "store/database.hpp"

#include <memory>

namespace orrery::explain {

/// Looks up to three times for a moment in which nothing was written, so that entities and records
/// say the same.
/// @param read gets a snapshot, and gives an expected value
template <class Read>
[[nodiscard]] auto in_a_quiet_moment(const store::Database& database, Read read) {
  constexpr int looks_max = 3;
  for (int looks = 1;; ++looks) {
    const auto snapshot = database.snapshot();
    auto found = read(*snapshot);
    if (!found || looks == looks_max || database.sequence() == snapshot->sequence())
      return found;
  }
}

} // namespace orrery::explain

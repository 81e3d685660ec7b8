#pragma once

#include "store/database.hpp"

#include <cstdint>
#include <vector>

namespace orrery::bench {

/// What a transaction wrote, as it came to the journal.
using Recording = std::vector<std::vector<store::Change>>;

struct Mix {
  std::uint32_t lives = 0;
  std::uint32_t applications = 1;
};

struct Measured {
  double seconds = 0;
  std::uint64_t transactions = 0;
  std::uint64_t batches = 0; ///< Synced writes.
  [[nodiscard]] double rate() const { return static_cast<double>(transactions) / seconds; }
  [[nodiscard]] double batch() const {
    return static_cast<double>(transactions) / static_cast<double>(batches);
  }
};

/// Runs the mix through entities and journal: two workers, the journal on a thread of its own, 256
/// commands outstanding.
/// @param database holds the mix's model already.
/// @param recording gets what every transaction writes, which costs time; null: nothing is
/// recorded.
[[nodiscard]] Measured run_actors(const Mix& mix, store::Database& database, Recording* recording);

} // namespace orrery::bench

#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace orrery::store {

/// Ways in which a power cut treats what was written and not yet synced.
struct PowerCut {
  enum class Kind {
    KeepsAll,      ///< Only the process died; or all was written back just in time.
    DropsUnsynced, ///< Nothing that was not synced is there, neither bytes nor names.
    TearsTail,     ///< All is there but the end of each file's unsynced tail.
    /// Each unsynced sector and the later names are there or not by chance; holes read as zeros.
    Reorders,
  };
  Kind kind = Kind::KeepsAll;
  /// TearsTail: how much is missing, 1 to 8 times 512 bytes; of a tail below 4 KiB so many eighths.
  /// Reorders: the seed.
  std::uint64_t which = 0;
  bool operator==(const PowerCut&) const = default;
};

/// All 18 cuts to try at one instant: all kept, all dropped, 8 torn tails, 8 other orders.
/// @param seed of the other orders; another one gives other orders
[[nodiscard]] std::vector<PowerCut> power_cuts(std::uint64_t seed);

/// `keeps-all`, `drops-unsynced`, `tears-tail 3`, `reorders 17`.
[[nodiscard]] std::string to_string(const PowerCut& cut);

/// Chance that is the same for the same seed on every machine.
class DiskChance {
public:
  explicit DiskChance(std::uint64_t seed) : state_(seed) {}
  /// Evenly spread over all 64 bits.
  std::uint64_t next();

private:
  std::uint64_t state_;
};

} // namespace orrery::store

#pragma once

#include "store/database.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace orrery::store {

/// All that is kept of an entity's life, in the order of the transactions; also of one that is
/// gone, and of all that had the name. Empty if there was none, or it has been removed for long.
[[nodiscard]] tl::expected<std::vector<LifeStep>, StoreError> read_history(const Snapshot& snapshot,
                                                                           const EntityRef& entity);

/// Lists what was removed before a transaction, oldest first.
struct OldHistory {
  std::vector<LifeStep> steps; ///< Up to each one's removal.
  std::vector<Ended> ended;
  bool more = false; ///< There is more than that.
};
/// @param from what was removed by earlier transactions is not there any more
/// @param before the number of that transaction
/// @param most how many removals to look at
[[nodiscard]] tl::expected<OldHistory, StoreError> read_old_history(const Snapshot& snapshot,
                                                                    std::uint64_t from,
                                                                    std::uint64_t before,
                                                                    std::size_t most);

} // namespace orrery::store

#pragma once

#include "store/operations.hpp"

#include <cstdint>
#include <set>
#include <vector>

namespace orrery::agents {

/// Counts what the operations that have ended take on disk (A63), without looking at all of them
/// each time: each is read once, some time after its end. What is kept is bounded by the operations
/// that have not ended. For the janitor alone, because nobody else deletes any.
class EndedOperations {
public:
  /// Reads those that have ended since the last time, and no more than `most`; the others next
  /// time.
  [[nodiscard]] tl::expected<void, store::StoreError> look(const store::Snapshot& snapshot,
                                                           std::size_t most);
  /// The operation is deleted: it counts no more, if it did.
  void forget(const store::OperationSeen& operation);
  /// Returns about how many bytes they take.
  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }

private:
  [[nodiscard]] tl::expected<void, store::StoreError> look_at_late(const store::Snapshot& snapshot);

  store::TaskId upto_ = 0;       ///< All up to this one have been looked at.
  std::set<store::TaskId> late_; ///< Of these, those that had not ended then.
  std::uint64_t bytes_ = 0;
};

} // namespace orrery::agents

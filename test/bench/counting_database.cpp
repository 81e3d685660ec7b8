#include "test/bench/counting_database.hpp"

namespace orrery::bench {

tl::expected<void, store::StoreError>
CountingDatabase::write(const std::vector<store::Change>& changes, std::uint64_t sequence) {
  std::uint64_t bytes = 0;
  for (const store::Change& change : changes)
    bytes += change.key.size() + (change.value ? change.value->size() : 0);
  batches_.fetch_add(1, std::memory_order_relaxed);
  records_.fetch_add(changes.size(), std::memory_order_relaxed);
  bytes_.fetch_add(bytes, std::memory_order_relaxed);
  return database_.write(changes, sequence);
}

} // namespace orrery::bench

#pragma once

#include <cstdint>
#include <memory>

namespace rocksdb {
class Cache;
}

namespace orrery::store {

/// Blocks read from files, kept in memory for all stores that are opened with it
/// (OpenOptions::blocks), whatever their number: what was not read for longest goes. Thread-safe;
/// lives as long as one of these stores.
using BlockCache = std::shared_ptr<rocksdb::Cache>;

/// @param bytes that it holds at most.
[[nodiscard]] BlockCache make_block_cache(std::uint64_t bytes);

} // namespace orrery::store

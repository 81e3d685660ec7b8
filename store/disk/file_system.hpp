#pragma once

#include "store/disk/calls.hpp"

#include <memory>

namespace rocksdb {
class FileSystem;
}

namespace orrery::store {

/// A simulated disk as RocksDB's file system. RocksDB's own log is thrown away.
/// @param between_commits called before each write in place, which is how the witness is noted:
/// RocksDB is at rest then
[[nodiscard]] std::shared_ptr<rocksdb::FileSystem>
make_file_system(DiskCalls& disk, std::function<void()> between_commits);

} // namespace orrery::store

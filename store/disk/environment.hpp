#pragma once

#include "store/disk/background_work.hpp"

#include <memory>

namespace rocksdb {
class Env;
class FileSystem;
} // namespace rocksdb

namespace orrery::store {

/// Where RocksDB lives on a simulated disk: it has no threads and no real clock. Time goes on by a
/// microsecond with each look, and by what is slept, at once.
/// @param work gets what it wants done in the background
[[nodiscard]] std::unique_ptr<rocksdb::Env>
make_environment(const std::shared_ptr<rocksdb::FileSystem>& files, BackgroundWork& work);

} // namespace orrery::store

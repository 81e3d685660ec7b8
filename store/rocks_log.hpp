#pragma once

#include <filesystem>
#include <memory>

namespace rocksdb {
class Logger;
}

namespace orrery::store {

/// RocksDB's warnings, in DIRECTORY/LOG: at most 1 MiB, and as much before that in LOG.old. What
/// cannot be written is left out: RocksDB's own logger ends the process when it is used after a
/// write that failed, as on a full disk.
[[nodiscard]] std::shared_ptr<rocksdb::Logger>
make_rocks_log(const std::filesystem::path& directory);

} // namespace orrery::store

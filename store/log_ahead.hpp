#pragma once

#include <memory>

namespace rocksdb {
class Env;
}

namespace orrery::store {

/// Returns the files with one difference: RocksDB's log (`N.log`) is up to 128 KiB longer than what
/// it holds, so that to sync what is appended is to sync no length as well (decision 47). What is
/// ahead reads as zeros, which RocksDB skips; a log that is closed is cut to what it holds.
[[nodiscard]] std::shared_ptr<rocksdb::Env>
with_log_ahead(const std::shared_ptr<rocksdb::Env>& files);

} // namespace orrery::store

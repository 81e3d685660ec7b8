#pragma once

#include <memory>

namespace rocksdb {
class Env;
}

namespace orrery::store {

/// Returns the files with one difference: of RocksDB's list of its files (`MANIFEST-N`) no more is
/// read than what was synced (decision 45).
///
/// RocksDB appends to that list and relies on nothing that it has not synced. A power cut before
/// the sync may keep a later part of the end and not an earlier one, which RocksDB would take for
/// damage. So each sync's length is noted in `MANIFEST.synced`, synced as well, before RocksDB goes
/// on. A note that is missing or not whole bounds nothing; a list that is shorter than its note is
/// damaged.
/// @param files outlives what is returned
[[nodiscard]] std::shared_ptr<rocksdb::Env> with_synced_list(rocksdb::Env& files);

} // namespace orrery::store

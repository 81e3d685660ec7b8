#pragma once

#include <rocksdb/env.h>

#include <memory>
#include <string>

namespace orrery::test {

/// What the next writes to RocksDB's log or to other files meet.
struct FailingFiles {
  std::string
    failure; ///< Of every append from now on; empty: none. `full` gives RocksDB's own "no space".
  std::string only_in; ///< Only in files whose name ends so; empty: in all.
};

/// An environment in memory whose appends and syncs fail as `failing` says. @param failing outlives
/// it.
[[nodiscard]] std::unique_ptr<rocksdb::Env> failing_env(rocksdb::Env& memory,
                                                        const FailingFiles& failing);

} // namespace orrery::test

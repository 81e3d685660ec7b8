#pragma once

#include "test/bench/entity_system.hpp"

namespace orrery::bench {

/// Writes the recorded transactions in one thread, so many a batch, sorted and merged to the newest
/// of each key, each batch synced: what the disk and RocksDB allow.
void run_plain_loop(Recording recording, std::size_t batch, store::Database& database);

} // namespace orrery::bench

#pragma once

namespace orrery::cmd {

/// From now on the process ends with a message and exit code 70 when there is no memory left,
/// wherever that is: neither RocksDB nor CAF can go on after an allocation that failed, and nothing
/// unwritten was acknowledged.
void stop_when_memory_is_exhausted();

} // namespace orrery::cmd

#pragma once

#include <string_view>

namespace orrery::cmd {

/// From now on the process ends with a message and exit code 70 when there is no memory left,
/// wherever that is: neither RocksDB nor CAF can go on after an allocation that failed, and nothing
/// unwritten was acknowledged.
void stop_when_memory_is_exhausted();

/// Ends the process with a message and exit code 70, without an allocation. Waits a second at most
/// for somebody to read standard error.
[[noreturn]] void stop_with_words(std::string_view what, std::string_view remedy = {});

} // namespace orrery::cmd

#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace orrery::hooks {

/// What a program has printed, as it came: of each stream the beginning, up to a limit.
struct CapturedOutput {
  std::uint64_t limit = 0; ///< Bytes of each stream; 0: nothing is captured.
  std::string out;
  std::string errors;
  std::uint64_t dropped = 0; ///< Bytes beyond the limit, of both together.

  /// @param stream `out` or `errors`.
  void take(std::string& stream, std::string_view bytes) {
    const std::string_view kept = bytes.substr(0, static_cast<std::size_t>(limit) - stream.size());
    stream.append(kept);
    dropped += bytes.size() - kept.size();
  }
};

} // namespace orrery::hooks

#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace orrery::config {

/// Users by number, both ends included.
struct UserRange {
  std::uint32_t first = 2'000'000'000; ///< Beyond what systems give to people and containers.
  std::uint32_t last = 2'000'065'535;
  bool operator==(const UserRange&) const = default;
};

/// Reads `2000000000-2000065535`.
/// @returns nothing for other text, and for users below 1,000, which are the system's, or beyond
/// 4,294,967,293, which mean nobody.
[[nodiscard]] std::optional<UserRange> parse_user_range(std::string_view text);

} // namespace orrery::config

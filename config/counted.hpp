#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace orrery::config {

/// A number of things, whose noun agrees with it: `1 unit`, `2 units`, `0 units`.
/// @param noun of one thing. @param more behind it where there are not exactly one.
[[nodiscard]] inline std::string
counted(std::uint64_t count, std::string_view noun, std::string_view more = "s") {
  std::string text = std::to_string(count);
  text.append(1, ' ').append(noun);
  return count == 1 ? text : text.append(more);
}

} // namespace orrery::config

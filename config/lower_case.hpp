#pragma once

#include <string>
#include <string_view>

namespace orrery::config {

/// Returns a text with small letters for the capitals of ASCII, whatever the locale.
[[nodiscard]] inline std::string in_lower_case(std::string_view text) {
  std::string lower(text);
  for (char& letter : lower)
    if (letter >= 'A' && letter <= 'Z')
      letter = static_cast<char>(letter - 'A' + 'a');
  return lower;
}

} // namespace orrery::config

#pragma once

#include <cstddef>
#include <string>

/// What texts hold.
namespace orrery::test {

[[nodiscard]] inline bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// How often; places may overlap.
[[nodiscard]] inline std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
    ++found;
  return found;
}

} // namespace orrery::test

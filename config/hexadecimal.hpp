#pragma once

#include <string>
#include <string_view>

namespace orrery::config {

/// Appends the two hexadecimal digits of a byte, letters small.
inline void append_hexadecimal(std::string& text, char byte) {
  constexpr std::string_view digits = "0123456789abcdef";
  const auto value = static_cast<unsigned char>(byte);
  text += digits[value >> 4U];
  text += digits[value & 0xFU];
}

/// Returns bytes as hexadecimal digits, two each, letters small.
[[nodiscard]] inline std::string hexadecimal(std::string_view bytes) {
  std::string text;
  for (const char byte : bytes)
    append_hexadecimal(text, byte);
  return text;
}

} // namespace orrery::config

#include "config/printable.hpp"

#include <cstddef>
#include <cstdint>

namespace orrery::config {

namespace {

/// Length of the character at the start of `text`, 0 if it must be escaped: overlong forms,
/// surrogates, what is beyond Unicode, and control characters (C0, DEL, C1).
std::size_t harmless_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(0);
  if (first < 0x80)
    return first == '\t' || (first >= 0x20 && first != 0x7f) ? 1 : 0;
  const std::size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || text.size() < length)
    return 0;
  std::uint32_t code = first & (0x7fU >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0U) != 0x80)
      return 0;
    code = code << 6 | (byte(i) & 0x3fU);
  }
  const bool overlong = (length == 3 && code < 0x800) || (length == 4 && code < 0x10000);
  const bool no_character = code < 0xa0 || (code >= 0xd800 && code < 0xe000) || code > 0x10ffff;
  return overlong || no_character ? 0 : length;
}

} // namespace

std::string printable(std::string_view line) {
  constexpr char digits[] = "0123456789abcdef";
  std::string text;
  text.reserve(line.size());
  while (!line.empty()) {
    const std::size_t length = harmless_length(line);
    if (length != 0) {
      text += line.substr(0, length);
      line.remove_prefix(length);
      continue;
    }
    const auto byte = static_cast<unsigned char>(line.front());
    text += {'\\', 'x', digits[byte >> 4], digits[byte & 15]};
    line.remove_prefix(1);
  }
  return text;
}

} // namespace orrery::config

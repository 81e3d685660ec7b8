#include "config/hidden.hpp"

#include <algorithm>

namespace orrery::config {

namespace {

struct Range {
  char32_t first, last;
};
constexpr Range hidden_ranges[] = {
  {0x00, 0x1f},       // C0
  {0x7f, 0x9f},       // DEL and C1: 0x9b starts a terminal sequence as ESC [ does
  {0xad, 0xad},       // soft hyphen
  {0x61c, 0x61c},     // direction
  {0x200b, 0x200f},   // without width, direction
  {0x2028, 0x202e},   // lines, direction
  {0x2060, 0x206f},   // without width, direction
  {0xfeff, 0xfeff},   // byte order mark
  {0xfff9, 0xfffb},   // annotations
  {0xe0000, 0xe007f}, // tags
};

} // namespace

std::size_t plain_length(std::string_view text) {
  const auto* end =
    std::find_if_not(text.begin(), text.end(), [](char c) { return c >= ' ' && c <= '~'; });
  return static_cast<std::size_t>(end - text.begin());
}

bool is_hidden(char32_t character) {
  for (const Range& range : hidden_ranges)
    if (character >= range.first && character <= range.last)
      return true;
  return false;
}

} // namespace orrery::config

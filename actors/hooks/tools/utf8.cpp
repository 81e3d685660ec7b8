#include "actors/hooks/tools/utf8.hpp"

namespace orrery::hooks {
namespace {

std::size_t announced_size(unsigned char first) {
  if (first < 0x80)
    return 1;
  if (first >= 0xc2 && first < 0xe0)
    return 2;
  if (first >= 0xe0 && first < 0xf0)
    return 3;
  if (first >= 0xf0 && first < 0xf5)
    return 4;
  return 0;
}

/// Overlong forms, surrogates and what is beyond U+10FFFF are told by the second byte.
bool second_fits(unsigned char first, unsigned char second) {
  switch (first) {
  case 0xe0:
    return second >= 0xa0;
  case 0xed:
    return second < 0xa0;
  case 0xf0:
    return second >= 0x90;
  case 0xf4:
    return second < 0x90;
  default:
    return true;
  }
}

} // namespace

std::size_t utf8_character(std::string_view text) {
  if (text.empty())
    return 0;
  const auto first = static_cast<unsigned char>(text.front());
  const std::size_t size = announced_size(first);
  if (size == 0 || text.size() < size)
    return 0;
  for (std::size_t i = 1; i < size; ++i)
    if ((static_cast<unsigned char>(text[i]) & 0xc0U) != 0x80U)
      return 0;
  if (size > 1 && !second_fits(first, static_cast<unsigned char>(text[1])))
    return 0;
  return size;
}

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const std::size_t size = utf8_character(text);
    if (size == 0)
      return false;
    text.remove_prefix(size);
  }
  return true;
}

} // namespace orrery::hooks

#include "cmd/views/render/escape.hpp"

#include <algorithm>
#include <cassert>
#include <cstdio>

namespace orrery::render {
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

/// Bytes that a lead byte announces, 0 if it is none.
std::size_t announced(unsigned char lead) {
  if (lead < 0x80)
    return 1;
  if (lead >= 0xc2 && lead <= 0xdf)
    return 2;
  if (lead >= 0xe0 && lead <= 0xef)
    return 3;
  return lead >= 0xf0 && lead <= 0xf4 ? 4 : 0;
}

std::string spelled(const Character& character, unsigned char byte) {
  char text[16];
  if (!character.valid)
    std::snprintf(text, sizeof text, "\\x%02x", static_cast<unsigned>(byte));
  else if (character.value == '\n')
    return "\\n";
  else if (character.value == '\t')
    return "\\t";
  else if (character.value == '\r')
    return "\\r";
  else if (character.value < 0x100)
    std::snprintf(text, sizeof text, "\\x%02x", static_cast<unsigned>(character.value));
  else
    std::snprintf(text, sizeof text, "\\u%04x", static_cast<unsigned>(character.value));
  return text;
}

} // namespace

std::size_t plain_length(std::string_view text) {
  const auto* end =
    std::find_if_not(text.begin(), text.end(), [](char c) { return c >= ' ' && c <= '~'; });
  return static_cast<std::size_t>(end - text.begin());
}

Character first_character(std::string_view text) {
  assert(!text.empty());
  const auto lead = static_cast<unsigned char>(text[0]);
  const std::size_t length = announced(lead);
  if (length == 1)
    return {lead, 1, true};
  if (length == 0 || text.size() < length)
    return {0, 1, false};
  char32_t value = lead & (0x7fU >> length);
  for (std::size_t i = 1; i < length; ++i) {
    const auto next = static_cast<unsigned char>(text[i]);
    if ((next & 0xc0U) != 0x80U)
      return {0, 1, false};
    value = (value << 6) | (next & 0x3fU);
  }
  const bool overlong = (length == 3 && value < 0x800) || (length == 4 && value < 0x10000);
  const bool surrogate = value >= 0xd800 && value <= 0xdfff;
  if (overlong || surrogate || value > 0x10ffff)
    return {0, 1, false};
  return {value, length, true};
}

bool is_hidden(char32_t character) {
  for (const Range& range : hidden_ranges)
    if (character >= range.first && character <= range.last)
      return true;
  return false;
}

std::string escaped(std::string_view text) {
  const std::size_t plain = plain_length(text);
  std::string out(text.substr(0, plain));
  text.remove_prefix(plain);
  while (!text.empty()) {
    const Character character = first_character(text);
    if (character.valid && !is_hidden(character.value))
      out.append(text.substr(0, character.length));
    else
      out += spelled(character, static_cast<unsigned char>(text[0]));
    text.remove_prefix(character.length);
  }
  return out;
}

std::size_t width(std::string_view text) {
  std::size_t count = plain_length(text);
  text.remove_prefix(count);
  for (; !text.empty(); ++count)
    text.remove_prefix(first_character(text).length);
  return count;
}

std::string cut(std::string_view text, std::size_t longest) {
  assert(longest >= 3);
  if (text.size() <= longest || width(text) <= longest)
    return std::string(text);
  std::size_t bytes = 0;
  for (std::size_t count = 0; count < longest - 3; ++count)
    bytes += first_character(text.substr(bytes)).length;
  return std::string(text.substr(0, bytes)) + "...";
}

void append_utf8(std::string& out, char32_t character) {
  const auto put = [&out](char32_t byte) {
    out += static_cast<char>(static_cast<unsigned char>(byte));
  };
  if (character < 0x80) {
    put(character);
  } else if (character < 0x800) {
    put(0xc0U | (character >> 6));
    put(0x80U | (character & 0x3fU));
  } else if (character < 0x10000) {
    put(0xe0U | (character >> 12));
    put(0x80U | ((character >> 6) & 0x3fU));
    put(0x80U | (character & 0x3fU));
  } else {
    put(0xf0U | (character >> 18));
    put(0x80U | ((character >> 12) & 0x3fU));
    put(0x80U | ((character >> 6) & 0x3fU));
    put(0x80U | (character & 0x3fU));
  }
}

} // namespace orrery::render

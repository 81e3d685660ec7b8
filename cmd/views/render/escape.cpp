#include "cmd/views/render/escape.hpp"

#include "config/utf8.hpp"

#include <algorithm>
#include <cassert>
#include <cstdio>

namespace orrery::render {
namespace {

std::string spelled(const config::Character& character, unsigned char byte) {
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

std::string escaped(std::string_view text) {
  const std::size_t plain = plain_length(text);
  std::string out(text.substr(0, plain));
  text.remove_prefix(plain);
  while (!text.empty()) {
    const config::Character character = config::first_character(text);
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
    text.remove_prefix(config::first_character(text).length);
  return count;
}

namespace {

/// How many bytes the first characters of a text take.
/// @pre there are so many
std::size_t bytes_of(std::string_view text, std::size_t characters) {
  std::size_t bytes = 0;
  for (; characters > 0; --characters)
    bytes += config::first_character(text.substr(bytes)).length;
  return bytes;
}

} // namespace

std::string cut(std::string_view text, std::size_t longest) {
  assert(longest >= 3);
  if (text.size() <= longest || width(text) <= longest)
    return std::string(text);
  return std::string(text.substr(0, bytes_of(text, longest - 3))) + "...";
}

std::string cut_middle(std::string_view text, std::size_t longest) {
  assert(longest >= 6);
  const std::size_t all = width(text);
  if (all <= longest)
    return std::string(text);
  const std::size_t begin = longest / 3;
  const std::size_t end = longest - 3 - begin;
  return std::string(text.substr(0, bytes_of(text, begin))) + "..."
         + std::string(text.substr(bytes_of(text, all - end)));
}

} // namespace orrery::render

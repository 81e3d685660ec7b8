#include "config/printable.hpp"

#include "config/hexadecimal.hpp"
#include "config/utf8.hpp"

namespace orrery::config {

namespace {

/// Whether a terminal only shows the character: control characters (C0 but the tab, DEL, C1) do
/// more.
bool is_harmless(const Character& character) {
  const char32_t value = character.value;
  return character.valid && (value == '\t' || (value >= 0x20 && value < 0x7f) || value >= 0xa0);
}

} // namespace

std::string printable(std::string_view line) {
  std::string text;
  text.reserve(line.size());
  while (!line.empty()) {
    const Character character = first_character(line);
    if (is_harmless(character)) {
      text += line.substr(0, character.length);
      line.remove_prefix(character.length);
      continue;
    }
    append_hexadecimal(text += "\\x", line.front());
    line.remove_prefix(1);
  }
  return text;
}

} // namespace orrery::config

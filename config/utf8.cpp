#include "config/utf8.hpp"

#include <cassert>

namespace orrery::config {

namespace {

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

} // namespace

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
    if (!continues_character(text[i]))
      return {0, 1, false};
    value = (value << 6) | (static_cast<unsigned char>(text[i]) & 0x3fU);
  }
  const bool overlong = (length == 3 && value < 0x800) || (length == 4 && value < 0x10000);
  const bool surrogate = value >= 0xd800 && value <= 0xdfff;
  if (overlong || surrogate || value > 0x10ffff)
    return {0, 1, false};
  return {value, length, true};
}

std::string_view first_bytes(std::string_view text, std::size_t most) {
  if (text.size() <= most)
    return text;
  while (most > 0 && continues_character(text[most]))
    --most;
  return text.substr(0, most);
}

std::string_view last_bytes(std::string_view text, std::size_t most) {
  if (text.size() <= most)
    return text;
  text.remove_prefix(text.size() - most);
  for (int skipped = 0; skipped < 3 && !text.empty() && continues_character(text.front());
       ++skipped)
    text.remove_prefix(1);
  return text;
}

std::string_view without_cut_character(std::string_view text) {
  std::size_t inside = 0;
  while (inside < 3 && inside < text.size() && continues_character(text[text.size() - 1 - inside]))
    ++inside;
  if (inside == text.size())
    return text;
  const std::size_t lead = text.size() - 1 - inside;
  const bool is_cut = announced(static_cast<unsigned char>(text[lead])) > inside + 1;
  return is_cut ? text.substr(0, lead) : text;
}

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const Character character = first_character(text);
    if (!character.valid)
      return false;
    text.remove_prefix(character.length);
  }
  return true;
}

} // namespace orrery::config

#include "config/old_yaml.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <system_error>

namespace orrery::config {

namespace {

std::optional<bool> old_boolean(std::string_view text) {
  for (const std::string_view yes :
       {"y", "Y", "yes", "Yes", "YES", "on", "On", "ON", "true", "True", "TRUE"})
    if (text == yes)
      return true;
  for (const std::string_view no :
       {"n", "N", "no", "No", "NO", "off", "Off", "OFF", "false", "False", "FALSE"})
    if (text == no)
      return false;
  return std::nullopt;
}

struct Digits {
  int base = 10;
  std::string_view text;
};

/// Takes the prefix that names a number's base.
Digits digits_of(std::string_view text) {
  if (text.size() < 2 || text.front() != '0')
    return {10, text};
  switch (text[1]) {
  case 'x':
  case 'X':
    return {16, text.substr(2)};
  case 'b':
  case 'B':
    return {2, text.substr(2)};
  case 'o':
  case 'O':
    return {8, text.substr(2)};
  default:
    return {8, text.substr(1)};
  }
}

/// A whole number in any base, in decimal digits.
std::optional<std::string> old_whole_number(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+'))
    text.remove_prefix(1);
  const auto [base, digits] = digits_of(text);
  std::uint64_t number = 0;
  const auto* end = digits.data() + digits.size();
  const auto read = std::from_chars(digits.data(), end, number, base);
  if (digits.empty() || read.ec != std::errc{} || read.ptr != end)
    return std::nullopt;
  return (negative && number != 0 ? "-" : "") + std::to_string(number);
}

/// Whether each `_` stands between two digits, or between the prefix of a base and a digit.
bool has_well_placed_marks(std::string_view text) {
  const auto counts = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; };
  for (std::size_t at = text.find('_'); at != std::string_view::npos; at = text.find('_', at + 1))
    if (at == 0 || at + 1 == text.size() || !counts(text[at - 1]) || !counts(text[at + 1]))
      return false;
  return true;
}

std::string without_marks(std::string_view text) {
  std::string plain{text};
  plain.erase(std::remove(plain.begin(), plain.end(), '_'), plain.end());
  return plain;
}

bool looks_like_number(std::string_view text) {
  const auto digit = [](char c) { return c >= '0' && c <= '9'; };
  if (text.starts_with('-') || text.starts_with('+'))
    text.remove_prefix(1);
  return !text.empty() && (digit(text.front()) || text.front() == '.');
}

} // namespace

PlainReading read_old_plain(std::string_view text) {
  if (const auto value = old_boolean(text))
    return {PlainKind::Boolean, *value ? "true" : "false"};
  if (!looks_like_number(text))
    return {PlainKind::Text, std::string{text}};
  std::string plain = without_marks(text);
  if (auto number = old_whole_number(plain))
    return {PlainKind::WholeNumber, std::move(*number)};
  const auto kind = plain_kind(plain);
  const auto first = plain.find_first_not_of("+-");
  const bool padded =
    kind == PlainKind::WholeNumber && first != std::string::npos && plain[first] == '0';
  if (kind == PlainKind::Text || padded)
    return {PlainKind::Text, std::string{text}};
  return {kind, std::move(plain)};
}

std::optional<std::string> read_number_in_text(std::string_view text) {
  return has_well_placed_marks(text) ? old_whole_number(without_marks(text)) : std::nullopt;
}

PlainKind kind_of(const Node& node) {
  if (node.quoted || node.kind != Node::Kind::Scalar)
    return PlainKind::Text;
  return node.old ? read_old_plain(node.scalar).kind : plain_kind(node.scalar);
}

std::string reading_of(const Node& node) {
  return node.old && !node.quoted ? read_old_plain(node.scalar).text : node.scalar;
}

} // namespace orrery::config

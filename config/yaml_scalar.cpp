#include "config/yaml_scalar.hpp"

#include "config/hidden.hpp"
#include "config/json_writer.hpp"
#include "config/lower_case.hpp"
#include "config/utf8.hpp"

#include <algorithm>
#include <array>
#include <cctype>

namespace orrery::config {

namespace {

bool is_yaml_digit(char c) {
  return std::isdigit(static_cast<unsigned char>(c)) != 0;
}

/// Tells whether some YAML reader takes the plain word for a boolean or for nothing, or gives it a
/// meaning of its own.
bool is_special_word(std::string_view text) {
  if (text.size() > 5)
    return false;
  static constexpr std::array<std::string_view, 14> words{
    "~", "null", "true", "false", "yes", "no", "on", "off", "y", "n", "=", "<<", ".nan", ".inf"};
  return std::find(words.begin(), words.end(), in_lower_case(text)) != words.end();
}

std::string_view behind_sign(std::string_view text) {
  return text.substr(text.starts_with('+') || text.starts_with('-') ? 1 : 0);
}

bool is_signed_infinity(std::string_view text) {
  const std::string_view number = behind_sign(text);
  return number.size() < text.size() && is_special_word(number)
         && (number.starts_with(".i") || number.starts_with(".I"));
}

/// Decimal, octal, hexadecimal, fractions, base 60 (`10:30`) and dates: generous, as a quote too
/// many does no harm. Two dots make no number: addresses and versions stay plain.
bool may_be_number(std::string_view text) {
  text = behind_sign(text);
  if (text.empty() || !(is_yaml_digit(text[0]) || text[0] == '.'))
    return false;
  if (text.size() >= 5 && std::all_of(text.begin(), text.begin() + 4, is_yaml_digit)
      && text[4] == '-')
    return true;
  const auto only = [text](std::string_view set) {
    return text.find_first_not_of(set) == std::string_view::npos;
  };
  if (text.starts_with("0x") || text.starts_with("0o") || text.starts_with("0b"))
    return text.substr(2).find_first_not_of("0123456789abcdefABCDEF_") == std::string_view::npos;
  return only("0123456789_,.:eE+-") && std::any_of(text.begin(), text.end(), is_yaml_digit)
         && std::count(text.begin(), text.end(), '.') <= 1;
}

/// Numbers and times of YAML 1.1 and 1.2, and a little more, among it words with a sign: quotes
/// never change a text.
bool may_be_jujus_number(std::string_view text) {
  text = behind_sign(text);
  if (text.empty())
    return false;
  const bool is_prefixed = text.size() > 2 && text.front() == '0'
                           && std::string_view("xXoObB").find(text[1]) != std::string_view::npos;
  if (is_special_word(text) || is_prefixed)
    return true;
  if (!is_yaml_digit(text.front()) && text.front() != '.')
    return false;
  const bool is_clock = text.find(':') != std::string_view::npos;
  if (!is_clock && std::count(text.begin(), text.end(), '.') > 1) // 10.0.0.1
    return false;
  return text.find_first_not_of("0123456789_.:+-eEtTzZ ") == std::string_view::npos;
}

/// Tells whether the text needs escapes, so that only double quotes will do.
bool needs_escapes(std::string_view text, bool lines_allowed) {
  text.remove_prefix(plain_length(text));
  while (!text.empty()) {
    const Character character = first_character(text);
    const bool line = lines_allowed && character.value == '\n';
    if (!character.valid || (is_hidden(character.value) && !line))
      return true;
    text.remove_prefix(character.length);
  }
  return false;
}

/// Tells whether a text of Juju's style may hold what only double quotes can: control characters,
/// separators of lines, the byte order mark, bytes that are no UTF-8.
bool is_unusual(std::string_view text) {
  if (std::any_of(text.begin(), text.end(), [](char byte) {
        return static_cast<unsigned char>(byte) < 0x20 || byte == 0x7f;
      }))
    return true;
  for (const std::string_view mark :
       {"\xc2", "\xe2\x80\xa8", "\xe2\x80\xa9", "\xef\xbb\xbf", "\xef\xbf"})
    if (text.find(mark) != std::string_view::npos)
      return true;
  return !is_utf8(text);
}

/// Tells whether only double quotes give the text back as what it is.
bool needs_double_quotes(std::string_view text, TextStyle style) {
  if (text.empty() || is_special_word(text))
    return true;
  if (style == TextStyle::Juju)
    return may_be_jujus_number(text) || is_unusual(text);
  return is_signed_infinity(text) || may_be_number(text) || needs_escapes(text, false);
}

/// Tells whether characters with a meaning in YAML forbid the plain style.
bool has_indicators(std::string_view text, TextStyle style) {
  if (text.front() == ' ' || text.back() == ' ' || text.back() == ':')
    return true;
  if (std::string_view(",[]{}#&*!|>'\"%@`").find(text.front()) != std::string_view::npos)
    return true;
  if (std::string_view("-?:").find(text.front()) != std::string_view::npos
      && (style == TextStyle::Juju || text.size() == 1 || text[1] == ' '))
    return true;
  if (text.starts_with("---") || text.starts_with("...")) // the begin or the end of a document
    return true;
  return text.find(": ") != std::string_view::npos || text.find(" #") != std::string_view::npos;
}

std::string single_quoted(std::string_view text) {
  std::string out = "'";
  for (const char c : text)
    out += c == '\'' ? "''" : std::string(1, c);
  return out + "'";
}

/// Tells whether a `|` block gives the text back exactly, without an indentation indicator.
bool fits_block(std::string_view text) {
  return text.find('\n') != std::string_view::npos && text.front() != ' ' && text.front() != '\n'
         && !text.ends_with("\n\n") && text.find(" \n") == std::string_view::npos
         && text.back() != ' ' && !needs_escapes(text, true);
}

std::string block_scalar(std::string_view text, std::size_t indent) {
  std::string out = text.ends_with('\n') ? "|" : "|-";
  if (text.ends_with('\n'))
    text.remove_suffix(1);
  for (bool more = true; more;) {
    const std::size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    out += '\n';
    if (!line.empty())
      out.append(indent, ' ').append(line);
    more = end != std::string_view::npos;
    text.remove_prefix(more ? end + 1 : text.size());
  }
  return out;
}

} // namespace

std::string yaml_line(std::string_view text, TextStyle style) {
  if (needs_double_quotes(text, style))
    return json_quoted(text, style);
  return has_indicators(text, style) ? single_quoted(text) : std::string(text);
}

std::string yaml_scalar(std::string_view text, std::size_t indentation, TextStyle style) {
  return style == TextStyle::Plain && fits_block(text) ? block_scalar(text, indentation)
                                                       : yaml_line(text, style);
}

} // namespace orrery::config

#include "cmd/render/yaml.hpp"

#include "cmd/render/escape.hpp"
#include "cmd/render/json.hpp"

#include <algorithm>
#include <cctype>

namespace orrery::render {
namespace {

constexpr std::size_t step = 2;

bool digit(char c) {
  return std::isdigit(static_cast<unsigned char>(c)) != 0;
}

/// Whether some YAML reader takes the plain word for a boolean or for nothing, or gives it a
/// meaning of its own.
bool is_special_word(std::string_view text) {
  if (text.size() > 5)
    return false;
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  static constexpr std::string_view words[] = {"",   "~",    "null", "true",  "false", "yes",
                                               "no", "on",   "off",  "y",     "n",     "=",
                                               "<<", ".nan", ".inf", "+.inf", "-.inf"};
  return std::find(std::begin(words), std::end(words), lower) != std::end(words);
}

/// Decimal, octal, hexadecimal, fractions, base 60 (`10:30`) and dates: generous, as a quote too
/// many does no harm. Two dots make no number: addresses and versions stay plain.
bool looks_like_number(std::string_view text) {
  if (text.starts_with('+') || text.starts_with('-'))
    text.remove_prefix(1);
  if (text.empty() || !(digit(text[0]) || text[0] == '.'))
    return false;
  if (text.size() >= 5 && std::all_of(text.begin(), text.begin() + 4, digit) && text[4] == '-')
    return true;
  const auto only = [text](std::string_view set) {
    return text.find_first_not_of(set) == std::string_view::npos;
  };
  if (text.starts_with("0x") || text.starts_with("0o") || text.starts_with("0b"))
    return text.substr(2).find_first_not_of("0123456789abcdefABCDEF_") == std::string_view::npos;
  return only("0123456789_,.:eE+-") && std::any_of(text.begin(), text.end(), digit)
         && std::count(text.begin(), text.end(), '.') <= 1;
}

/// Whether the text needs escapes, so that only double quotes will do.
bool needs_escapes(std::string_view text, bool lines_allowed) {
  while (!text.empty()) {
    const Character character = first_character(text);
    const bool line = lines_allowed && character.value == '\n';
    if (!character.valid || (is_hidden(character.value) && !line))
      return true;
    text.remove_prefix(character.length);
  }
  return false;
}

/// Whether characters with a meaning in YAML forbid the plain style.
bool has_indicators(std::string_view text) {
  if (text.front() == ' ' || text.back() == ' ' || text.back() == ':')
    return true;
  if (std::string_view(",[]{}#&*!|>'\"%@`").find(text.front()) != std::string_view::npos)
    return true;
  if (std::string_view("-?:").find(text.front()) != std::string_view::npos
      && (text.size() == 1 || text[1] == ' '))
    return true;
  if (text.starts_with("---") || text.starts_with("..."))
    return true;
  return text.find(": ") != std::string_view::npos || text.find(" #") != std::string_view::npos;
}

std::string single_quoted(std::string_view text) {
  std::string out = "'";
  for (const char c : text)
    out += c == '\'' ? "''" : std::string(1, c);
  return out + "'";
}

std::string one_line(std::string_view text) {
  if (needs_escapes(text, false) || is_special_word(text) || looks_like_number(text))
    return json_quoted(text);
  return has_indicators(text) ? single_quoted(text) : std::string(text);
}

/// Whether a `|` block gives the text back exactly, without an indentation indicator.
bool fits_block(std::string_view text) {
  return text.find('\n') != std::string_view::npos && text.front() != ' ' && text.front() != '\n'
         && !text.ends_with("\n\n") && text.find(" \n") == std::string_view::npos
         && text.back() != ' ' && !needs_escapes(text, true);
}

std::string block(std::string_view text, std::size_t indent) {
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

std::string scalar(const Document& document, std::size_t indent) {
  switch (document.kind()) {
  case Document::Kind::Null:
    return "null";
  case Document::Kind::Boolean:
  case Document::Kind::Number:
    return document.text();
  case Document::Kind::List:
    return "[]";
  case Document::Kind::Map:
    return "{}";
  case Document::Kind::String:
    break;
  }
  return fits_block(document.text()) ? block(document.text(), indent) : one_line(document.text());
}

void append_lines(std::string& out, const Document& document, std::size_t indent, bool started);

/// What comes after `KEY:`.
void append_value(std::string& out, const Document& value, std::size_t indent) {
  if (value.size() == 0) {
    out.append(" ").append(scalar(value, indent + step)).append("\n");
    return;
  }
  out += '\n';
  append_lines(out, value, value.kind() == Document::Kind::List ? indent : indent + step, false);
}

/// The lines of a list or map with elements; `started` if the first line's indentation is written
/// already.
void append_lines(std::string& out, const Document& document, std::size_t indent, bool started) {
  for (std::size_t i = 0; i < document.size(); ++i) {
    if (i > 0 || !started)
      out.append(indent, ' ');
    const Document& child = document.child(i);
    if (document.kind() == Document::Kind::Map) {
      out.append(one_line(document.key(i))).append(":");
      append_value(out, child, indent);
    } else if (child.size() == 0) {
      out.append("- ").append(scalar(child, indent + step)).append("\n");
    } else {
      out.append("- ");
      append_lines(out, child, indent + step, true);
    }
  }
}

} // namespace

std::string to_yaml(const Document& document) {
  std::string out;
  if (document.size() == 0)
    out.append(scalar(document, step)).append("\n");
  else
    append_lines(out, document, 0, false);
  return out;
}

} // namespace orrery::render

#include "cmd/views/render/yaml.hpp"

#include "cmd/views/render/escape.hpp"
#include "cmd/views/render/json.hpp"
#include "config/utf8.hpp"

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
  text.remove_prefix(plain_length(text));
  while (!text.empty()) {
    const config::Character character = config::first_character(text);
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

} // namespace

/// Before the first line of a list or map it is not known whether it has one.
void YamlWriter::begin_line() {
  Level& level = levels_.back();
  if (!level.filled && level.below_key)
    out_ += '\n';
  if (level.filled || level.below_key)
    out_.append(level.indentation, ' ');
  level.filled = true;
}

/// Writes what comes before a value. @returns the indentation of its further lines
std::size_t YamlWriter::begin_value() {
  if (levels_.empty())
    return step;
  if (levels_.back().list) {
    begin_line();
    out_ += '-';
  }
  return levels_.back().indentation + step;
}

void YamlWriter::begin(bool list) {
  if (levels_.empty())
    return levels_.push_back({list, false, false, 0});
  const std::size_t inner = begin_value();
  const bool in_list = levels_.back().list;
  if (in_list)
    out_ += ' ';
  levels_.push_back({list, !in_list, false, list && !in_list ? inner - step : inner});
}

void YamlWriter::end(std::string_view empty) {
  const Level level = levels_.back();
  levels_.pop_back();
  if (!level.filled)
    out_.append(level.below_key ? " " : "").append(empty).append("\n");
}

void YamlWriter::key(std::string_view name) {
  begin_line();
  out_.append(one_line(name)).append(":");
}

void YamlWriter::text(std::string_view text) {
  const bool outermost = levels_.empty();
  const std::size_t indentation = begin_value();
  out_.append(outermost ? "" : " ");
  out_.append(fits_block(text) ? block(text, indentation) : one_line(text)).append("\n");
}

void YamlWriter::word(std::string_view word) {
  const bool outermost = levels_.empty();
  (void)begin_value();
  out_.append(outermost ? "" : " ").append(word).append("\n");
}

std::string to_yaml(const Document& document) {
  std::string out;
  YamlWriter writer(out);
  write(writer, document);
  writer.finish();
  return out;
}

} // namespace orrery::render

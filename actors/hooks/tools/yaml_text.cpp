#include "actors/hooks/tools/format.hpp"
#include "config/utf8.hpp"

#include <algorithm>
#include <array>
#include <cctype>

namespace orrery::hooks {
namespace {

bool is_word(std::string_view text) {
  // Booleans and nulls of YAML 1.1 and 1.2, the merge key and the value key.
  static constexpr std::array<std::string_view, 14> words = {
    "y", "n", "yes", "no", "on", "off", "true", "false", "null", "~", "<<", "=", ".inf", ".nan"};
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(), [](char letter) {
    return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
  });
  return std::find(words.begin(), words.end(), lower) != words.end();
}

/// 0x1f, 0o17, 0b11.
bool is_prefixed(std::string_view text) {
  return text.size() > 2 && text.front() == '0'
         && std::string_view("xXoObB").find(text[1]) != std::string_view::npos;
}

/// Numbers and times of YAML 1.1 and 1.2, and a little more: quotes never change a text.
bool may_be_number(std::string_view text) {
  if (!text.empty() && (text.front() == '+' || text.front() == '-'))
    text.remove_prefix(1);
  if (text.empty())
    return false;
  if (is_word(text) || is_prefixed(text))
    return true;
  if (!std::isdigit(static_cast<unsigned char>(text.front())) && text.front() != '.')
    return false;
  const bool clock = text.find(':') != std::string_view::npos;
  // 10.0.0.1 is no number.
  if (!clock && std::count(text.begin(), text.end(), '.') > 1)
    return false;
  return text.find_first_not_of("0123456789_.:+-eEtTzZ ") == std::string_view::npos;
}

bool is_plain_inside(std::string_view text) {
  if (text.find(": ") != std::string_view::npos || text.find(" #") != std::string_view::npos)
    return false;
  return text.back() != ':' && text.front() != ' ' && text.back() != ' ';
}

bool has_control(std::string_view text) {
  return std::any_of(text.begin(), text.end(), [](char byte) {
    return static_cast<unsigned char>(byte) < 0x20 || byte == 0x7f;
  });
}

/// May hold what `in_quotes` escapes (C1 controls, line separators, the byte order mark), or is no
/// UTF-8.
bool has_unusual(std::string_view text) {
  for (const std::string_view mark :
       {"\xc2", "\xe2\x80\xa8", "\xe2\x80\xa9", "\xef\xbb\xbf", "\xef\xbf"})
    if (text.find(mark) != std::string_view::npos)
      return true;
  return !config::is_utf8(text);
}

std::string single_quoted(std::string_view text) {
  std::string result = "'";
  for (const char byte : text)
    result.append(byte == '\'' ? 2 : 1, byte);
  return result + '\'';
}

std::string text_scalar(const std::string& text) {
  if (text.empty() || may_be_number(text) || is_word(text) || has_control(text)
      || has_unusual(text))
    return in_quotes(text);
  static constexpr std::string_view indicators = "-?:,[]{}#&*!|>'\"%@`";
  if (indicators.find(text.front()) != std::string_view::npos || !is_plain_inside(text))
    return single_quoted(text);
  return text;
}

void append_block(std::string& to, const Value& value, std::size_t indent);

/// Appends what stands after `key:` or `-`; `indent` is that of a block which begins below.
void append_after(std::string& to, const Value& value, std::size_t indent) {
  const bool list = value.kind == Value::Kind::List && !value.items.empty();
  const bool map = value.kind == Value::Kind::Map && !value.fields.empty();
  to += list || map ? '\n' : ' ';
  append_block(to, value, indent);
}

void append_list(std::string& to, const Value& value, std::size_t indent) {
  for (const Value& item : value.items) {
    to.append(indent, ' ');
    std::string block;
    append_block(block, item, indent + 2);
    // The first line of a nested block stands beside its dash.
    const std::size_t start = std::min(block.find_first_not_of(' '), block.size());
    to += "- " + block.substr(start);
  }
}

void append_map(std::string& to, const Value& value, std::size_t indent) {
  for (const auto& [key, field] : value.fields) {
    to.append(indent, ' ');
    to += text_scalar(key) + ':';
    append_after(to, field, field.kind == Value::Kind::List ? indent : indent + 2);
  }
}

void append_block(std::string& to, const Value& value, std::size_t indent) {
  switch (value.kind) {
  case Value::Kind::Null:
    to += "null\n";
    return;
  case Value::Kind::Boolean:
  case Value::Kind::Number:
    to += value.text + '\n';
    return;
  case Value::Kind::Text:
    to += text_scalar(value.text) + '\n';
    return;
  case Value::Kind::List:
    value.items.empty() ? void(to += "[]\n") : append_list(to, value, indent);
    return;
  case Value::Kind::Map:
    value.fields.empty() ? void(to += "{}\n") : append_map(to, value, indent);
    return;
  }
}

} // namespace

std::string yaml_text(const Value& value) {
  std::string text;
  if (value.kind != Value::Kind::Null)
    append_block(text, value, 0);
  return text;
}

} // namespace orrery::hooks

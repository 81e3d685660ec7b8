#include "actors/hooks/tools/format.hpp"

#include "config/utf8.hpp"

#include <algorithm>
#include <cstdio>

namespace orrery::hooks {
namespace {

/// Control characters, and what YAML takes for a line break, a byte order mark or not printable.
bool needs_escape(char32_t code) {
  return code < 0x20 || (code >= 0x7f && code < 0xa0) || code == 0x2028 || code == 0x2029
         || code == 0xfeff || code == 0xfffe || code == 0xffff;
}

/// @param code of the character whose bytes these are
void append_quoted(std::string& to, std::string_view character, char32_t code) {
  if (code == '"' || code == '\\')
    to.append(1, '\\').append(character);
  else if (code == '\n')
    to += "\\n";
  else if (code == '\r')
    to += "\\r";
  else if (code == '\t')
    to += "\\t";
  else if (needs_escape(code)) {
    char escape[8];
    std::snprintf(escape, sizeof escape, "\\u%04x", static_cast<unsigned>(code & 0xffffU));
    to += escape;
  } else
    to += character;
}

void append_json(std::string& to, const Value& value);

void append_items(std::string& to, const Value& value) {
  to += '[';
  for (const Value& item : value.items) {
    if (&item != &value.items.front())
      to += ',';
    append_json(to, item);
  }
  to += ']';
}

void append_fields(std::string& to, const Value& value) {
  to += '{';
  for (const auto& field : value.fields) {
    if (&field != &value.fields.front())
      to += ',';
    to += in_quotes(field.name) + ':';
    append_json(to, field.value);
  }
  to += '}';
}

void append_json(std::string& to, const Value& value) {
  switch (value.kind) {
  case Value::Kind::Null:
    to += "null";
    return;
  case Value::Kind::Boolean:
  case Value::Kind::Number:
    to += value.text;
    return;
  case Value::Kind::Text:
    to += in_quotes(value.text);
    return;
  case Value::Kind::List:
    append_items(to, value);
    return;
  case Value::Kind::Map:
    append_fields(to, value);
    return;
  }
}

bool all_texts(const Value& value) {
  return std::all_of(value.items.begin(), value.items.end(),
                     [](const Value& item) { return item.kind == Value::Kind::Text; });
}

std::string smart_text(const Value& value) {
  std::string text;
  if (value.kind == Value::Kind::Text)
    text = value.text;
  else if (value.kind == Value::Kind::Boolean)
    text = value.text == "true" ? "True" : "False";
  else if (value.kind == Value::Kind::List && all_texts(value))
    for (const Value& item : value.items)
      text += (&item == &value.items.front() ? "" : "\n") + item.text;
  else
    return yaml_text(value);
  return text.empty() ? text : text + '\n';
}

} // namespace

std::optional<Format> parse_format(std::string_view text) {
  if (text == "smart")
    return Format::Smart;
  if (text == "yaml")
    return Format::Yaml;
  if (text == "json")
    return Format::Json;
  return std::nullopt;
}

std::string formatted(const Value& value, Format format) {
  switch (format) {
  case Format::Smart:
    return smart_text(value);
  case Format::Yaml:
    return yaml_text(value);
  case Format::Json:
    return json_text(value) + '\n';
  }
  return {};
}

std::string json_text(const Value& value) {
  std::string text;
  append_json(text, value);
  return text;
}

std::string in_quotes(std::string_view text) {
  std::string result = "\"";
  while (!text.empty()) {
    const config::Character character = config::first_character(text);
    if (!character.valid)
      result += "\xef\xbf\xbd"; // U+FFFD, for a byte that is no character
    else
      append_quoted(result, text.substr(0, character.length), character.value);
    text.remove_prefix(character.length);
  }
  return result + '"';
}

} // namespace orrery::hooks

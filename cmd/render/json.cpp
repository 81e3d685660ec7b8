#include "cmd/render/json.hpp"

#include "cmd/render/escape.hpp"

#include <cstdio>

namespace orrery::render {
namespace {

void append_escape(std::string& out, char32_t character) {
  char text[16];
  if (character > 0xffff) { // JSON escapes UTF-16
    const char32_t rest = character - 0x10000;
    std::snprintf(text, sizeof text, "\\u%04x\\u%04x", static_cast<unsigned>(0xd800 + (rest >> 10)),
                  static_cast<unsigned>(0xdc00 + (rest & 0x3ff)));
  } else {
    std::snprintf(text, sizeof text, "\\u%04x", static_cast<unsigned>(character));
  }
  out += text;
}

void append_quoted(std::string& out, std::string_view text) {
  out += '"';
  while (!text.empty()) {
    const Character character = first_character(text);
    if (!character.valid)
      out += "\xef\xbf\xbd"; // U+FFFD
    else if (character.value == '"' || character.value == '\\')
      (out += '\\') += text[0];
    else if (character.value == '\n')
      out += "\\n";
    else if (character.value == '\t')
      out += "\\t";
    else if (is_hidden(character.value))
      append_escape(out, character.value);
    else
      out.append(text.substr(0, character.length));
    text.remove_prefix(character.length);
  }
  out += '"';
}

void append(std::string& out, const Document& document) {
  switch (document.kind()) {
  case Document::Kind::Null:
    out += "null";
    return;
  case Document::Kind::Boolean:
  case Document::Kind::Number:
    out += document.text();
    return;
  case Document::Kind::String:
    append_quoted(out, document.text());
    return;
  case Document::Kind::List:
  case Document::Kind::Map:
    break;
  }
  const bool map = document.kind() == Document::Kind::Map;
  out += map ? '{' : '[';
  for (std::size_t i = 0; i < document.size(); ++i) {
    if (i > 0)
      out += ',';
    if (map) {
      append_quoted(out, document.key(i));
      out += ':';
    }
    append(out, document.child(i));
  }
  out += map ? '}' : ']';
}

} // namespace

std::string to_json(const Document& document) {
  std::string out;
  append(out, document);
  out += '\n';
  return out;
}

std::string json_quoted(std::string_view text) {
  std::string out;
  append_quoted(out, text);
  return out;
}

} // namespace orrery::render

#include "cmd/render/json.hpp"

#include "cmd/render/escape.hpp"

#include <array>
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

/// Bytes that stand for themselves in a text.
constexpr auto plain_bytes = [] {
  std::array<bool, 256> plain{};
  for (std::size_t c = ' '; c <= '~'; ++c)
    plain[c] = c != '"' && c != '\\';
  return plain;
}();

std::size_t plain_size(std::string_view text) {
  std::size_t size = 0;
  while (size < text.size() && plain_bytes[static_cast<unsigned char>(text[size])])
    ++size;
  return size;
}

/// @param close what ends the text: its quote, and what comes right behind
void append_quoted(std::string& out, std::string_view text, std::string_view close) {
  out += '"';
  while (!text.empty()) {
    const std::size_t plain = plain_size(text);
    out.append(text.data(), plain);
    text.remove_prefix(plain);
    if (text.empty())
      break;
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
  out += close;
}

} // namespace

void JsonWriter::separate() {
  if (after_value_)
    out_ += ',';
  after_value_ = true;
}

void JsonWriter::begin(char bracket) {
  separate();
  out_ += bracket;
  after_value_ = false;
}

void JsonWriter::end(char bracket) {
  out_ += bracket;
  after_value_ = true;
}

void JsonWriter::key(std::string_view name) {
  separate();
  append_quoted(out_, name, "\":");
  after_value_ = false;
}

void JsonWriter::text(std::string_view text) {
  separate();
  append_quoted(out_, text, "\"");
}

void JsonWriter::word(std::string_view word) {
  separate();
  out_ += word;
}

std::string to_json(const Document& document) {
  std::string out;
  JsonWriter writer(out);
  write(writer, document);
  writer.finish();
  return out;
}

std::string json_quoted(std::string_view text) {
  std::string out;
  append_quoted(out, text, "\"");
  return out;
}

} // namespace orrery::render

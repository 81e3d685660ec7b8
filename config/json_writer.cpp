#include "config/json_writer.hpp"

#include "config/hidden.hpp"
#include "config/utf8.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstring>

namespace orrery::config {

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

/// Whether one of eight bytes is that one: its difference is zero, and borrows from its highest
/// bit.
constexpr std::uint64_t with(std::uint64_t eight, unsigned char byte) {
  constexpr std::uint64_t ones = 0x0101010101010101;
  const std::uint64_t difference = eight ^ (ones * byte);
  return (difference - ones) & ~difference;
}

/// Whether eight bytes at once are plain_bytes.
bool is_plain(const char* bytes) {
  constexpr std::uint64_t high = 0x8080808080808080;
  constexpr std::uint64_t spaces = 0x2020202020202020;
  std::uint64_t eight = 0;
  std::memcpy(&eight, bytes, sizeof eight);
  const std::uint64_t less_than_space = (eight - spaces) & ~eight;
  return ((eight | less_than_space | with(eight, '"') | with(eight, '\\') | with(eight, 0x7f))
          & high)
         == 0;
}

std::size_t plain_size(std::string_view text) {
  std::size_t size = 0;
  while (size < text.size() && plain_bytes[static_cast<unsigned char>(text[size])])
    ++size;
  return size;
}

/// Copies a text of bytes that stand for themselves.  @returns false if there is another.
bool copy_plain(std::string_view text, char* to) {
  constexpr std::size_t step = 8;
  if (text.size() < step) {
    for (const char byte : text) {
      if (!plain_bytes[static_cast<unsigned char>(byte)])
        return false;
      *to++ = byte;
    }
    return true;
  }
  for (std::size_t at = 0;; at = std::min(at + step, text.size() - step)) {
    if (!is_plain(text.data() + at))
      return false;
    std::memcpy(to + at, text.data() + at, step);
    if (at + step == text.size())
      return true;
  }
}

/// Signs beside a quoted text.
struct Beside {
  bool comma = false; ///< Before it.
  bool colon = false; ///< Behind it.
};

/// Appends a text as nearly all are, in one piece: short, and without anything to escape.  @returns
/// false if it is not so.
bool append_short(std::string& out, std::string_view text, Beside beside) {
  std::array<char, 64> whole;
  if (text.size() + 4 > whole.size())
    return false;
  char* end = whole.data();
  if (beside.comma)
    *end++ = ',';
  *end++ = '"';
  if (!copy_plain(text, end))
    return false;
  end += text.size();
  *end++ = '"';
  if (beside.colon)
    *end++ = ':';
  out.append(whole.data(), static_cast<std::size_t>(end - whole.data()));
  return true;
}

/// Tells whether a text of the style must not hold the character as it is. Juju's are read by
/// programs: control characters, what YAML takes for a line break, a byte order mark or not
/// printable.
bool is_escaped(char32_t character, TextStyle style) {
  if (style == TextStyle::Plain)
    return is_hidden(character);
  return character < 0x20 || (character >= 0x7f && character < 0xa0) || character == 0x2028
         || character == 0x2029 || character == 0xfeff || character == 0xfffe
         || character == 0xffff;
}

/// @param bytes of the character
void append_character(std::string& out,
                      const Character& character,
                      std::string_view bytes,
                      TextStyle style) {
  if (!character.valid)
    out += "\xef\xbf\xbd"; // U+FFFD
  else if (character.value == '"' || character.value == '\\')
    (out += '\\') += bytes;
  else if (character.value == '\n')
    out += "\\n";
  else if (character.value == '\t')
    out += "\\t";
  else if (character.value == '\r' && style == TextStyle::Juju)
    out += "\\r";
  else if (is_escaped(character.value, style))
    append_escape(out, character.value);
  else
    out += bytes;
}

void append_quoted(std::string& out, std::string_view text, TextStyle style, Beside beside = {}) {
  if (append_short(out, text, beside))
    return;
  out += beside.comma ? ",\"" : "\"";
  while (!text.empty()) {
    const std::size_t plain = plain_size(text);
    out.append(text.data(), plain);
    text.remove_prefix(plain);
    if (text.empty())
      break;
    const Character character = first_character(text);
    append_character(out, character, text.substr(0, character.length), style);
    text.remove_prefix(character.length);
  }
  out += beside.colon ? "\":" : "\"";
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
  append_quoted(out_, name, style_, {after_value_, true});
  after_value_ = false;
}

void JsonWriter::text(std::string_view text) {
  append_quoted(out_, text, style_, {after_value_, false});
  after_value_ = true;
}

void JsonWriter::word(std::string_view word) {
  separate();
  out_ += word;
}

std::string json_quoted(std::string_view text, TextStyle style) {
  std::string out;
  append_quoted(out, text, style);
  return out;
}

} // namespace orrery::config

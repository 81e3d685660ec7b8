#pragma once

#include <cstddef>
#include <string_view>

namespace orrery::config {

/// The first character of a text.
struct Character {
  char32_t value = 0;
  std::size_t length = 0; ///< Bytes it takes; 1 if they are no UTF-8.
  bool valid = false;     ///< Whether the bytes are well-formed UTF-8.
};

/// Takes the first character of a text that is not empty. Overlong forms, surrogates and what is
/// beyond U+10FFFF are not well-formed.
/// @pre !text.empty()
[[nodiscard]] Character first_character(std::string_view text);
/// Whether the byte is one of a character, and not its first.
[[nodiscard]] inline bool continues_character(char byte) {
  return (static_cast<unsigned char>(byte) & 0xc0U) == 0x80U;
}
/// The beginning of a text: at most `most` bytes, ending with a whole character where it is UTF-8.
[[nodiscard]] std::string_view first_bytes(std::string_view text, std::size_t most);
/// The end of a text: at most `most` bytes, beginning with a whole character where it is UTF-8.
[[nodiscard]] std::string_view last_bytes(std::string_view text, std::size_t most);
/// The text without a character that its end has cut short.
[[nodiscard]] std::string_view without_cut_character(std::string_view text);
/// Whether all of the text is well-formed UTF-8.
[[nodiscard]] bool is_utf8(std::string_view text);

} // namespace orrery::config

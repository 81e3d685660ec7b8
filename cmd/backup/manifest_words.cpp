#include "cmd/backup/manifest_words.hpp"

#include <charconv>
#include <iterator>

namespace orrery::backup {

std::string to_base(std::uint64_t number, int base) {
  char digits[24];
  const auto end = std::to_chars(std::begin(digits), std::end(digits), number, base).ptr;
  return {std::begin(digits), end};
}

std::string word_of(std::string_view path) {
  std::string text;
  for (const char byte : path)
    if (byte > ' ' && byte < '\x7f' && byte != '%') {
      text += byte;
    } else {
      const std::string digits = to_base(static_cast<unsigned char>(byte), hexadecimal);
      text += digits.size() == 1 ? "%0" + digits : "%" + digits;
    }
  return text;
}

std::optional<std::string> path_of_word(std::string_view text) {
  std::string path;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      path += text[i];
      continue;
    }
    unsigned char byte = 0;
    const std::string_view digits = text.substr(i + 1, 2);
    const char* const end = digits.data() + digits.size();
    if (digits.size() != 2 || std::from_chars(digits.data(), end, byte, hexadecimal).ptr != end)
      return std::nullopt;
    path += static_cast<char>(byte);
    i += 2;
  }
  return path;
}

} // namespace orrery::backup

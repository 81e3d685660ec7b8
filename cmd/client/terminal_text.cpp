#include "cmd/client/terminal_text.hpp"

#include "cmd/views/render/escape.hpp"
#include "config/utf8.hpp"

#include <algorithm>

namespace orrery::cmd {

namespace {

/// Length of the colour (`ESC [ digits and semicolons m`) that the text begins with, 0 if it begins
/// with none.
std::size_t colour_length(std::string_view text) {
  if (!text.starts_with("\x1b["))
    return 0;
  const auto end = text.find_first_not_of("0123456789;", 2);
  return end != std::string_view::npos && text[end] == 'm' ? end + 1 : 0;
}

bool is_plain(char c) {
  return (c >= ' ' && c <= '~') || c == '\n' || c == '\t';
}

} // namespace

std::string terminal_text(std::string_view text) {
  std::string safe;
  safe.reserve(text.size());
  while (!text.empty()) {
    auto length =
      static_cast<std::size_t>(std::find_if_not(text.begin(), text.end(), is_plain) - text.begin());
    if (length == 0)
      length = colour_length(text);
    if (length > 0) {
      safe += text.substr(0, length);
    } else {
      length = config::first_character(text).length;
      safe += render::escaped(text.substr(0, length));
    }
    text.remove_prefix(length);
  }
  return safe;
}

std::string one_line(std::string_view text) {
  std::string line;
  line.reserve(text.size());
  for (const char c : text)
    if (c == '\n')
      line += "\\n";
    else
      line += c;
  return line;
}

} // namespace orrery::cmd

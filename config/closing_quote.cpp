#include "config/closing_quote.hpp"

#include <algorithm>

namespace orrery::config {

namespace {

constexpr std::string_view blanks = " \t\r\n";

/// Returns the text behind tags and anchors.
std::string_view without_properties(std::string_view text) {
  while (!text.empty() && (text[0] == '!' || text[0] == '&')) {
    text.remove_prefix(std::min(text.find_first_of(blanks), text.size()));
    text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
  }
  return text;
}

} // namespace

bool has_closing_quote(std::string_view text) {
  text = without_properties(text);
  if (text.empty() || (text[0] != '"' && text[0] != '\''))
    return true;
  const char quote_sign = text[0];
  for (std::size_t at = 1; at < text.size(); ++at) {
    if (quote_sign == '"' && text[at] == '\\')
      ++at; // whatever is escaped
    else if (text[at] == quote_sign) {
      if (quote_sign == '"' || at + 1 == text.size() || text[at + 1] != quote_sign)
        return true;
      ++at; // a quote in single quotes is written twice
    }
  }
  return false;
}

} // namespace orrery::config

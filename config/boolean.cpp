#include "config/boolean.hpp"

namespace orrery::config {

std::optional<bool> parse_boolean(std::string_view text) {
  for (const std::string_view yes : {"true", "True", "TRUE", "t", "T", "1"})
    if (text == yes)
      return true;
  for (const std::string_view no : {"false", "False", "FALSE", "f", "F", "0"})
    if (text == no)
      return false;
  return std::nullopt;
}

} // namespace orrery::config

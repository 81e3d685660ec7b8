#include "cmd/verbs/shell_word.hpp"

namespace orrery::cmd {

std::string shell_quoted(const std::string& word) {
  constexpr const char* plain =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./:=,@%+";
  if (!word.empty() && word.find_first_not_of(plain) == std::string::npos)
    return word;
  std::string quoted = "'";
  for (const char c : word) {
    if (c == '\'')
      quoted += "'\\'"; // ends the quotes, a quote, and begins them again below
    quoted += c;
  }
  return quoted + "'";
}

} // namespace orrery::cmd

#include "cmd/session/tasks.hpp"

#include <algorithm>

namespace orrery::cmd {

std::string name_of(const TaskPlace& place) {
  return place.unit.empty() ? std::to_string(place.machine) : place.unit;
}

std::uint64_t kept_output(std::size_t tasks) {
  constexpr std::uint64_t of_all = 32 << 20;
  constexpr std::uint64_t least = 1 << 10;
  constexpr std::uint64_t most = 1 << 20;
  return std::clamp(of_all / 2 / std::max<std::uint64_t>(1, tasks), least, most);
}

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

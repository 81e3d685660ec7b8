#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace orrery::config {

/// Bytes of a user's name at most: a longer one is refused where users are added and log in.
inline constexpr std::size_t user_name_max = 256;

/// Whether the text may name a user: two letters, digits or `.+-` at least, no `.+-` at its ends
/// (MD20).
[[nodiscard]] constexpr bool is_user_name(std::string_view text) {
  constexpr std::string_view ends =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
  if (text.size() < 2 || ends.find(text.front()) == std::string_view::npos
      || ends.find(text.back()) == std::string_view::npos)
    return false;
  for (const char c : text)
    if (ends.find(c) == std::string_view::npos && c != '.' && c != '+' && c != '-')
      return false;
  return true;
}

/// Returns the form in which names of users are compared and kept: letters A to Z in lower case.
[[nodiscard]] inline std::string canonical_user_name(std::string_view text) {
  std::string name{text};
  for (char& c : name)
    if (c >= 'A' && c <= 'Z')
      c = static_cast<char>(c - 'A' + 'a');
  return name;
}

} // namespace orrery::config

#pragma once

#include <filesystem>
#include <string_view>

namespace orrery::config {

/// Names what a path leads to, for an error: `a named pipe`, `a device`.
[[nodiscard]] constexpr std::string_view file_kind(std::filesystem::file_type type) {
  using std::filesystem::file_type;
  switch (type) {
  case file_type::regular:
    return "a file";
  case file_type::directory:
    return "a directory";
  case file_type::fifo:
    return "a named pipe";
  case file_type::socket:
    return "a socket";
  case file_type::block:
  case file_type::character:
    return "a device";
  default:
    return "neither a file nor a directory";
  }
}

} // namespace orrery::config

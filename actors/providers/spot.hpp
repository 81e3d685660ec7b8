#pragma once

#include <cstdint>
#include <string>

namespace orrery::providers {

/// Which mount a file lies in, which file of it it is, and what the system notes of it. A bind
/// mount has another number, though its device is that of what it shows.
struct Spot {
  std::uint64_t mount = 0; ///< Kernels before 5.8 give none: the device stands for it.
  std::uint64_t device = 0;
  std::uint64_t inode = 0;
  bool is_directory = false;
  std::uint32_t names = 0;  ///< How many names the file has. Of a directory it means nothing.
  std::uint32_t owner = 0;  ///< The user's number.
  std::int64_t changed = 0; ///< Nanoseconds since 1970: when owner, rights or names changed last.
  [[nodiscard]] bool is_same_file(const Spot& other) const {
    return device == other.device && inode == other.inode;
  }
};

/// Looks at a file, and follows no link.
/// @param name in the directory; empty: the descriptor itself
/// @returns whether it is there; else errno says why
[[nodiscard]] bool look_at(int directory, const std::string& name, Spot& spot);

} // namespace orrery::providers

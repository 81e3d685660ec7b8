#pragma once

#include "config/error.hpp"
#include "config/opened_directory.hpp"

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

/// Bytes from outside, before anything is made of them.
namespace orrery::config {

/// Reads a regular file of at most `limit` bytes. A pipe, a socket or a device is refused without
/// waiting for it.
[[nodiscard]] Result<std::string> read_input(const std::filesystem::path& file,
                                             std::uint64_t limit);
/// Reads a file that lies in a directory: a link that leads out of it is refused, also where
/// somebody puts it there meanwhile.
[[nodiscard]] Result<std::string> read_input(const OpenedDirectory& directory,
                                             const std::filesystem::path& name,
                                             std::uint64_t limit);
/// An error of a whole file, with what helps.
[[nodiscard]] Error
file_error(const std::filesystem::path& file, std::string what, std::string remedy);
/// Refuses what is no UTF-8, and control characters other than tab and line ends: no YAML may hold
/// them.
[[nodiscard]] Result<void> check_characters(std::string_view text, const std::string& name);
/// `3 bytes`, `64 KiB`, `16 MiB`: the largest unit that divides `bytes`.
[[nodiscard]] std::string size_text(std::uint64_t bytes);

} // namespace orrery::config

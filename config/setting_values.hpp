#pragma once

#include "config/document.hpp"
#include "config/fields.hpp"

#include <chrono>
#include <cstdint>
#include <filesystem>

/// Values of settings, each with its range.
namespace orrery::config {

/// Reads an absolute path; `~/` is the user's home, what is relative belongs to the file's
/// directory.
[[nodiscard]] Result<std::filesystem::path> read_path(const Document& document,
                                                      const Member& member);
/// Reads a duration. @param into what the remedy names as an example, too.
[[nodiscard]] Result<void> read_duration(const Document& document,
                                         const Member& member,
                                         std::chrono::milliseconds least,
                                         std::chrono::milliseconds most,
                                         std::chrono::milliseconds& into);
/// Reads a size in bytes.
[[nodiscard]] Result<void> read_size(const Document& document,
                                     const Member& member,
                                     std::uint64_t least,
                                     std::uint64_t most,
                                     std::uint64_t& into);

/// Reads a whole number.
template <class Number>
[[nodiscard]] Result<void> read_number(const Document& document,
                                       const Member& member,
                                       std::uint32_t least,
                                       std::uint32_t most,
                                       Number& into) {
  const auto value = document.whole_number(member.value, member.key, least, most);
  if (!value)
    return tl::unexpected(value.error());
  into = static_cast<Number>(*value);
  return {};
}

} // namespace orrery::config

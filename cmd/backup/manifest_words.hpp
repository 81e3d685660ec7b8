#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

/// Words of a manifest's lines (cmd/backup/manifest.cpp).
namespace orrery::backup {

inline constexpr int octal = 8;
inline constexpr int hexadecimal = 16;

/// @param base 2 to 36.
[[nodiscard]] std::string to_base(std::uint64_t number, int base);
/// @returns a path as one word.
[[nodiscard]] std::string word_of(std::string_view path);
/// @returns the path that was quoted so; nothing if none is.
[[nodiscard]] std::optional<std::string> path_of_word(std::string_view text);

} // namespace orrery::backup

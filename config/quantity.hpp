#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

/// Quantities with their unit, as people write them in settings and on command lines.
namespace orrery::config {

/// `500ms`, `30s`, `10m` or `1h`: a decimal whole number and a unit, no sign, no space.
/// @returns nothing for other text and beyond what milliseconds in 63 bits can hold.
[[nodiscard]] std::optional<std::chrono::milliseconds> parse_duration(std::string_view text);
/// `512B`, `64KiB`, `8MiB` or `1GiB`, in bytes; like parse_duration otherwise.
[[nodiscard]] std::optional<std::uint64_t> parse_size(std::string_view text);
/// A duration in the largest unit that divides it: what parse_duration reads.
[[nodiscard]] std::string duration_text(std::chrono::milliseconds duration);

} // namespace orrery::config

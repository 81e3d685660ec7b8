#pragma once

#include <chrono>
#include <optional>
#include <string_view>

namespace orrery::config {

/// Reads a duration as Juju takes it: `5m`, `1h30m`, `1.5h`, `-10s`, `0`; units ns, us, ms, s, m
/// and h.
/// @returns nothing for any other text, and for what 64 bits of nanoseconds do not hold.
[[nodiscard]] std::optional<std::chrono::nanoseconds> parse_go_duration(std::string_view text);

} // namespace orrery::config

#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace orrery::cmd::console {

/// `500ms`, `30s`, `10m`, `1h`; at most 1000 hours. Nothing for anything else.
[[nodiscard]] std::optional<std::chrono::milliseconds> parse_duration(std::string_view text);
/// Writes a duration as it may be read: `1500ms`, `30s`, `10m`.
[[nodiscard]] std::string to_text(std::chrono::milliseconds duration);

} // namespace orrery::cmd::console

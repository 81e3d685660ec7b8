#pragma once

#include <chrono>
#include <optional>
#include <string_view>

namespace orrery::cmd::console {

/// `500ms`, `30s`, `10m`, `1h`; at most 1000 hours. Nothing for anything else.
[[nodiscard]] std::optional<std::chrono::milliseconds> parse_duration(std::string_view text);

} // namespace orrery::cmd::console

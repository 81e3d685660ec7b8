#pragma once

#include <optional>
#include <string_view>

namespace orrery::config {

/// Reads a boolean as Juju's command line does: `true`, `True`, `TRUE`, `t`, `T` or `1`, and their
/// opposites.
/// @returns nothing for any other text
[[nodiscard]] std::optional<bool> parse_boolean(std::string_view text);

} // namespace orrery::config

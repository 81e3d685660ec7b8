#pragma once

#include <string_view>

namespace orrery::cmd {

/// Orrery's own version.
inline constexpr std::string_view own_version = "0.1.0";

} // namespace orrery::cmd

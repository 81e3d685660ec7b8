#pragma once

#include <string>
#include <string_view>

namespace orrery::config {

/// A line that does nothing to a terminal and is valid UTF-8: control characters except tab, and
/// bytes that are no UTF-8, become `\x1b` and the like.
[[nodiscard]] std::string printable(std::string_view line);

} // namespace orrery::config

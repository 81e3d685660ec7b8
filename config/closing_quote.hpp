#pragma once

#include <string_view>

namespace orrery::config {

/// Says whether a value that begins at the front of the text, perhaps with a tag and an anchor, ends
/// within the text. A value without quotes always does. yaml-cpp takes the end of the text for a
/// closing quote where a line ends just before.
[[nodiscard]] bool has_closing_quote(std::string_view text);

} // namespace orrery::config

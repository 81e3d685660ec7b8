#pragma once

#include <string_view>

namespace orrery::config {

/// Says whether a value ends within the text, at whose front it begins, perhaps with a tag and an
/// anchor. A value without quotes always does. yaml-cpp takes the end of the text for a closing
/// quote where a line ends just before.
[[nodiscard]] bool has_closing_quote(std::string_view text);

} // namespace orrery::config

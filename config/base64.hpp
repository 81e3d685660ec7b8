#pragma once

#include <string>
#include <string_view>

namespace orrery::config {

/// Returns the bytes in base64, padded, on one line.
[[nodiscard]] std::string base64(std::string_view bytes);

} // namespace orrery::config

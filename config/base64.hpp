#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace orrery::config {

/// Returns the bytes in base64, padded, on one line.
[[nodiscard]] std::string base64(std::string_view bytes);
/// Returns the bytes that a padded base64 text on one line stands for; nothing if the text is none.
[[nodiscard]] std::optional<std::string> bytes_of_base64(std::string_view text);

} // namespace orrery::config

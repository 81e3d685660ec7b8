#pragma once

#include <cstddef>
#include <string_view>

namespace orrery::config {

/// Returns how many bytes the text begins with that are visible ASCII: they are shown as they are.
[[nodiscard]] std::size_t plain_length(std::string_view text);
/// Tells whether a terminal would act on the character, or show something else than what is there:
/// control characters, separators of lines, marks of direction, characters without a width.
[[nodiscard]] bool is_hidden(char32_t character);

} // namespace orrery::config

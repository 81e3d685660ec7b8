#pragma once

#include <cstddef>
#include <string_view>

namespace orrery::hooks {

/// Bytes of the character that begins `text`, 1 to 4.
/// @returns 0 if it begins with no well-formed UTF-8 (overlong forms and surrogates are not), or is
/// empty.
[[nodiscard]] std::size_t utf8_character(std::string_view text);
/// Whether all of it is well-formed UTF-8.
[[nodiscard]] bool is_utf8(std::string_view text);

} // namespace orrery::hooks

#pragma once

#include <string>
#include <string_view>

namespace orrery::hooks {

/// 128 random bits in hexadecimal. Never to be logged.
[[nodiscard]] std::string make_token();
/// Takes the same time wherever the two differ.
[[nodiscard]] bool same_token(std::string_view left, std::string_view right);

} // namespace orrery::hooks

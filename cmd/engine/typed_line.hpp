#pragma once

#include <optional>
#include <string>

namespace orrery::cmd {

/// Asks on standard error and reads a line of standard input, no byte more. On a terminal a secret
/// is not shown while it is typed.
/// @returns nothing if standard input ends before a line does, or holds more than 4 KiB.
[[nodiscard]] std::optional<std::string> ask_for_line(const std::string& prompt, bool is_secret);

} // namespace orrery::cmd

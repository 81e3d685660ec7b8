#pragma once

#include <string>
#include <string_view>

namespace orrery::cmd {

/// Text as a terminal may have it: lines, tabs and colours stay, every other byte that a terminal
/// would act on is spelled out (`\x1b`). The last guard: whoever prints names and messages of
/// others escapes them already.
[[nodiscard]] std::string terminal_text(std::string_view text);
/// The text with a backslash and an `n` in the place of each end of a line: what a user wrote stays
/// within the line that speaks of it.
[[nodiscard]] std::string one_line(std::string_view text);

} // namespace orrery::cmd

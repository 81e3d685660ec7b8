#pragma once

#include <string>
#include <string_view>

namespace orrery::cmd {

/// Text as a terminal may have it: lines, tabs and colours stay, every other byte that a terminal
/// would act on is spelled out (`\x1b`). The last guard: whoever prints names and messages of
/// others escapes them already.
[[nodiscard]] std::string terminal_text(std::string_view text);

/// Spells out colours, too: names, and words that somebody typed, have none.
[[nodiscard]] std::string plain_text(std::string_view text);

} // namespace orrery::cmd

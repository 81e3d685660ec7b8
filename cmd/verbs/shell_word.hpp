#pragma once

#include <string>

namespace orrery::cmd {

/// Quotes a text so that a shell takes it as one word.
[[nodiscard]] std::string shell_quoted(const std::string& word);

} // namespace orrery::cmd

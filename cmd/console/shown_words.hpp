#pragma once

#include <string>
#include <string_view>
#include <vector>

/// Contents of secrets are left out of echoes, traces, reports and a console's history.
namespace orrery::cmd::console {

/// Returns a command's words with `...` in place of each value that it gives a secret.
[[nodiscard]] std::vector<std::string> shown_words(std::vector<std::string> words);

/// Whether a script's line may give a secret a value, or a registration its string.
[[nodiscard]] bool may_give_secrets(std::string_view line);

} // namespace orrery::cmd::console

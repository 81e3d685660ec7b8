#pragma once

#include "actors/hooks/runner.hpp"

#include <string>
#include <vector>

namespace orrery::agents {

/// Returns the words of a shell for a person: bash where there is one.
[[nodiscard]] std::vector<std::string> interactive_shell();

/// Makes the job run these words, with that terminal as their own.
/// @param terminal a path (hooks/pseudo_terminal.hpp)
void run_in_terminal(hooks::HookJob& job,
                     std::vector<std::string> words,
                     const std::string& terminal);

} // namespace orrery::agents

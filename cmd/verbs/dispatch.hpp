#pragma once

#include "cmd/verbs/verb.hpp"

#include <string>
#include <vector>

namespace orrery::cmd {

/// Runs one verb. What it prints goes to the session's output.
/// @param words the verb's name and its words.
/// @returns its Exit, or the usage error, which is not printed yet: a script knows line and column.
[[nodiscard]] Outcome run_verb(Session& session, const std::vector<std::string>& words);

/// The same for a command line: usage errors are printed, and the exit codes of scripts become 1.
[[nodiscard]] int run_command_line(Session& session, const std::vector<std::string>& words);

} // namespace orrery::cmd

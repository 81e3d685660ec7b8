#pragma once

#include "cmd/verbs/verb.hpp"

#include <string>
#include <vector>

namespace orrery::cmd {

/// Flags that every verb takes.
[[nodiscard]] const std::vector<Flag>& common_flags();

/// Takes a verb's words apart the way Juju does: flags anywhere, `--` ends them, and so
/// does the first word of a verb that runs a program.
/// @param words the verb itself comes first.
/// Errors: an unknown flag (with the nearest one), a missing or wrong value, too few or too many
/// words.
[[nodiscard]] tl::expected<Arguments, UsageError>
parse_arguments(const Verb& verb, const std::vector<std::string>& words);

} // namespace orrery::cmd

#pragma once

#include "cmd/verbs/verb.hpp"
#include "config/flag_lexer.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace orrery::cmd {

/// Flags that every verb takes.
[[nodiscard]] const std::vector<Flag>& common_flags();

/// Finds the verb's or a common flag by its name with dashes: `-n`, `--num-units`.
[[nodiscard]] const Flag* find_flag(const Verb& verb, std::string_view shown);

/// Returns what reads the verb's words; both must outlive it.
/// @param words the verb itself comes first.
[[nodiscard]] config::FlagLexer lexer_of(const Verb& verb, const std::vector<std::string>& words);

/// Takes a verb's words apart the way Juju does: flags anywhere, `--` ends them, and so
/// does the first word of a verb that runs a program.
/// @param words the verb itself comes first.
/// Errors: an unknown flag (with the nearest one), a missing or wrong value, too few or too many
/// words.
[[nodiscard]] tl::expected<Arguments, UsageError>
parse_arguments(const Verb& verb, const std::vector<std::string>& words);

} // namespace orrery::cmd

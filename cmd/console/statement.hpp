#pragma once

#include "cmd/console/script.hpp"
#include "cmd/verbs/keywords.hpp"

#include <tl/expected.hpp>

namespace orrery::cmd::console {

/// The keyword that a statement begins with; nothing if it is a verb.
[[nodiscard]] const Keyword* keyword_of(const Statement& statement);
/// Refuses what is wrong with a statement, as far as its shape shows it.
[[nodiscard]] tl::expected<void, ScriptError> check_statement(const Statement& statement);

} // namespace orrery::cmd::console

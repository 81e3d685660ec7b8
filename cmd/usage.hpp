#pragma once

#include "cmd/verb.hpp"

#include <string>

namespace orrery::cmd {

/// Help on one verb, made from the table.
[[nodiscard]] std::string verb_help(const Verb& verb);
/// All verbs with their summaries.
[[nodiscard]] std::string overview();

} // namespace orrery::cmd

#pragma once

#include "cmd/verbs/verb.hpp"

#include <string>

/// What people are told of the verbs; all of it is made from the table.
namespace orrery::cmd {

/// Help on one verb. @param program the name that people call us by.
[[nodiscard]] std::string verb_help(const Verb& verb, const std::string& program);
/// All verbs with their summaries.
[[nodiscard]] std::string overview(const std::string& program);
/// Every name, aliases too, one a line.
[[nodiscard]] std::string command_list();
/// docs/users/verbs.md: every verb and flag, and whether it is there.
[[nodiscard]] std::string markdown();

} // namespace orrery::cmd

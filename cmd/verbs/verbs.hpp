#pragma once

#include "cmd/verbs/verb.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace orrery::cmd {

/// The one table of verbs, sorted by name: server, client, help, completion and scripts read it.
[[nodiscard]] const std::vector<Verb>& verbs();
/// By name or alias; nothing if there is none.
[[nodiscard]] const Verb* find_verb(std::string_view name);
/// Every name and alias, sorted; those of hidden verbs are left out.
[[nodiscard]] const std::vector<std::string>& verb_names();
/// `unrecognized command: NAME`, with the nearest verb; in Juju's words where the program is called
/// by that name.
[[nodiscard]] std::string unknown_verb(const std::string& name,
                                       const std::string& program = "orrery");

} // namespace orrery::cmd

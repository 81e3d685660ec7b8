#pragma once

#include "config/charm.hpp"
#include "config/document.hpp"
#include "config/findings.hpp"

#include <map>
#include <string>

namespace orrery::config {

/// Reads the actions that a charm declares, as actions.yaml or `actions` of charmcraft.yaml has
/// them (A34, A35). Wrong are a name that no action may have, a reserved one, a value of the wrong
/// type, `$ref` or `$schema` in a schema, a key in a schema that is no text, a schema that is none.
/// @param charm its name: those called `juju-*` may reserve names; empty where it is not known
[[nodiscard]] std::map<std::string, ActionDeclaration> read_actions(const Document& document,
                                                                    const Node& actions,
                                                                    const std::string& charm,
                                                                    Findings& findings);

} // namespace orrery::config

#pragma once

#include "config/charm.hpp"
#include "config/document.hpp"

#include <map>
#include <string>

namespace orrery::config {

/// Reads the actions that a charm declares, as actions.yaml or `actions` of charmcraft.yaml has
/// them (A34, A35). Errors: a name that no action may have, a reserved one, a value of the wrong
/// type, `$ref` or `$schema` in a schema, a key in a schema that is no text, a schema that is none.
/// @param charm its name: those called `juju-*` may reserve names
[[nodiscard]] Result<std::map<std::string, ActionDeclaration>>
read_actions(const Document& document, const Node& actions, const std::string& charm);

} // namespace orrery::config

#pragma once

#include "config/document.hpp"

#include <string>

namespace orrery::config {

/// Checks the actions that a charm declares, as actions.yaml or `actions` of charmcraft.yaml has
/// them (A34). Errors: a name that no action may have, a reserved one, a value of the wrong type,
/// `$ref` or `$schema` in a schema.
/// @param charm its name: those called `juju-*` may reserve names
[[nodiscard]] Result<void>
check_actions(const Document& document, const Node& actions, const std::string& charm);

} // namespace orrery::config

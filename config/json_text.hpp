#pragma once

#include "config/document.hpp"
#include "config/error.hpp"

#include <string>

/// YAML as JSON: what a charm's schemas and a user's parameters of actions are kept as.
namespace orrery::config {

/// The first key anywhere below the node that YAML reads as no text: `5`, `true`, in a file of
/// Juju's also `y`. @returns nothing if all keys are text
[[nodiscard]] const Member* find_untextual_key(const Node& node);

/// The node as JSON on one line, keys sorted, whole numbers without a fraction.
/// Errors: a key that is no text, a number that JSON cannot hold (`.inf`).
[[nodiscard]] Result<std::string> json_text(const Document& document, const Node& node);

} // namespace orrery::config

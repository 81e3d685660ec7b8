#pragma once

#include "config/charm.hpp"
#include "config/document.hpp"
#include "config/findings.hpp"

#include <map>
#include <string>

namespace orrery::config {

/// Reads what stands below `options:` in config.yaml, or below `config: options:` in
/// charmcraft.yaml. An option without a type is a string; a default must be of its option's type.
[[nodiscard]] std::map<std::string, OptionDeclaration>
read_options(const Document& document, const Node& node, Findings& findings);

} // namespace orrery::config

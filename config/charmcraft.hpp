#pragma once

#include "config/document.hpp"

#include <map>
#include <string>

namespace orrery::config {

/// What charmcraft makes of charmcraft.yaml when it packs a charm: metadata.yaml, and config.yaml
/// and actions.yaml where there is something for them. Charms themselves read only those three.
/// @returns the files' texts by their names.
[[nodiscard]] std::map<std::string, std::string> split_charmcraft(const Document& charmcraft);

} // namespace orrery::config

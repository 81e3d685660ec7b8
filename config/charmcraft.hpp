#pragma once

#include "config/document.hpp"

#include <map>
#include <string>

namespace orrery::config {

/// Splits charmcraft.yaml as charmcraft does when it packs a charm: into metadata.yaml, and
/// config.yaml and actions.yaml where there is something for them. Charms themselves read only
/// those three.
/// @returns the files' texts by their names.
[[nodiscard]] std::map<std::string, std::string> split_charmcraft(const Document& charmcraft);

} // namespace orrery::config

#pragma once

#include "config/document.hpp"

#include <filesystem>
#include <vector>

namespace orrery::config {

/// Reads a bundle with what is laid over it: further documents of its own file, then those of other
/// files, in their order.
///
/// As Juju does it: relations are appended; `machines` replaces all that were there; scalars and
/// lists overwrite; mappings merge by key, and an empty one clears. An application that is empty in
/// an overlay goes, with its relations.
/// @returns one document whose nodes know which file they stand in: 0 is the bundle, then the
/// overlays.
[[nodiscard]] Result<Document> read_overlaid(const std::filesystem::path& bundle,
                                             const std::vector<std::filesystem::path>& overlays);

} // namespace orrery::config

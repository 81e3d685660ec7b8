#pragma once

#include "config/charm.hpp"
#include "config/findings.hpp"
#include "config/opened_directory.hpp"

#include <filesystem>

namespace orrery::config {

/// A charm that was read to its end, and all that was found.
struct CharmReading {
  /// Whole only where nothing is wrong. `lacking`, `unmet` and `warnings` are empty, because the
  /// findings hold them.
  CharmDeclaration charm;
  Findings findings;
  bool is_charm = false; ///< True once there is a directory with metadata.
};

/// Reads a charm as load_charm does, and goes on behind what is wrong: file by file, and in each
/// file endpoint by endpoint, option by option, action by action. What cannot be told because
/// something before it could not be read is not told.
[[nodiscard]] CharmReading read_charm(const std::filesystem::path& directory);

/// Reads the actions of a charm, and nothing else that is in its directory.
/// Errors: what is wrong with its metadata or with one of its actions, the first of all.
[[nodiscard]] Result<std::map<std::string, ActionDeclaration>>
read_charm_actions(const OpenedDirectory& directory);

} // namespace orrery::config

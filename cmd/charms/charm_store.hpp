#pragma once

#include "cmd/charms/charm_tree.hpp"

#include <tl/expected.hpp>

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace orrery::cmd {

/// In what the kept copy of a charm differs from its directory.
struct CharmChanges {
  std::vector<std::filesystem::path> executable; ///< Relative; sorted.
  std::map<std::string, std::string> files;      ///< Texts of files at the top that it lacks.
};

/// Copies a charm's files to charms/NAME-HASH below the model's directory, on disk when it returns;
/// equal content is kept once.
///
/// @param data the model's directory.
/// @returns the copy's absolute path. On error nothing of the copy remains.
[[nodiscard]] tl::expected<std::filesystem::path, std::string>
keep_charm(const std::filesystem::path& data,
           const std::string& name,
           const std::filesystem::path& source,
           const CharmChanges& changes = {},
           const CharmLimits& limits = {});

/// The hash under which keep_charm() would keep it; nothing is written. Errors: as list_charm().
[[nodiscard]] tl::expected<std::string, std::string>
hash_of_charm(const std::filesystem::path& directory,
              const CharmChanges& changes = {},
              const CharmLimits& limits = {});

} // namespace orrery::cmd

#pragma once

#include "config/charm.hpp"
#include "config/error.hpp"

#include <filesystem>

namespace orrery::config {

/// Checks that `dispatch` and those hooks of the charm that exist can be run: regular files, or
/// links to such within the charm. Those that are not executable are noted in the charm, with a
/// warning. Other names in hooks/ are ignored.
/// @returns whether the charm has a `dispatch`.
[[nodiscard]] Result<bool> check_hook_files(const std::filesystem::path& directory,
                                            CharmDeclaration& charm);

} // namespace orrery::config

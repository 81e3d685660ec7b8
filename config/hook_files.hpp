#pragma once

#include "config/charm.hpp"
#include "config/findings.hpp"

#include <filesystem>

namespace orrery::config {

/// Checks that `dispatch` and those hooks of the charm that exist can be run: regular files, or
/// links to such within the charm. Those that are not executable are noted in the charm, with a
/// warning. Other names in hooks/ are ignored, but for a warning of those that are nearly a hook.
/// @param knows_endpoints false where an endpoint could not be read, whose hooks may be there.
/// @returns whether the charm has a `dispatch`.
bool check_hook_files(const std::filesystem::path& directory,
                      bool knows_endpoints,
                      CharmDeclaration& charm,
                      Findings& findings);

} // namespace orrery::config

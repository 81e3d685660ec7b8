#pragma once

#include "cmd/charms/storage_directives.hpp"
#include "cmd/session/session.hpp"

#include <filesystem>

namespace orrery::cmd {

/// Deploys what a bundle names and the model has not yet: applications, then units, then relations.
/// Everything is read and checked before the model is touched. @returns an Exit.
/// @param storage as of plan_bundle()
[[nodiscard]] int deploy_bundle(Session& session,
                                const std::filesystem::path& file,
                                const std::vector<std::filesystem::path>& overlays,
                                const BundleStorage& storage,
                                bool force);

} // namespace orrery::cmd

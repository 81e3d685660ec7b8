#pragma once

#include "cmd/charms/charm_check.hpp"

#include <filesystem>
#include <vector>

namespace orrery::cmd {

/// All that deploying a bundle would say of the bundle and its charms, where nothing of it is
/// deployed yet: the bundle's own file, then, application by application, the charm as
/// check_charm_files() has it and the options that the bundle sets, then placements and relations.
/// The bundle's file is read to its first error, as deploy reads it. Charms that several
/// applications have are told of once.
/// @param file as the user named it
[[nodiscard]] std::vector<CharmRemark> check_bundle_file(const std::filesystem::path& file);

} // namespace orrery::cmd

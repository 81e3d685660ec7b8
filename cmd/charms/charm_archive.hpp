#pragma once

#include "cmd/charms/charm_tree.hpp"

#include <tl/expected.hpp>

#include <filesystem>
#include <string>

namespace orrery::cmd {

/// Unpacks a charm's archive (a zip file, as `charmcraft pack` makes it) into an empty directory.
/// Files keep whether they may be executed; links are made last, so that nothing is written through
/// one.
///
/// Errors, with the archive and the member: a file that is cut off or no zip file, a name that is
/// absolute or leads out, a member that is there twice, a device, content that is encrypted, and
/// more than the limits or a hundred times the archive's own size.
[[nodiscard]] tl::expected<void, std::string> unpack_charm(const std::filesystem::path& archive,
                                                           const std::filesystem::path& into,
                                                           const CharmLimits& limits = {});

} // namespace orrery::cmd

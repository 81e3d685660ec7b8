#pragma once

#include "cmd/charms/charm_tree.hpp"

#include <tl/expected.hpp>

#include <filesystem>
#include <string>

namespace orrery::cmd {

/// Unpacks a charm's archive (a zip file, as `charmcraft pack` makes it) into an empty directory.
/// Files keep whether they may be executed. A program of its own reads it (cmd/unpack), which has
/// nothing else, so that a fault in the parser is an error here and nothing more. For any thread.
///
/// Errors, with the archive and the member: a file that is cut off or no zip file, a name that is
/// absolute or leads out, a member that is there twice, a device, content that is encrypted, and
/// more than the limits or a hundred times the archive's own size; and how the program that reads
/// it has ended, if it has not read all.
[[nodiscard]] tl::expected<void, std::string> unpack_charm(const std::filesystem::path& archive,
                                                           const std::filesystem::path& into,
                                                           const CharmLimits& limits = {});

} // namespace orrery::cmd

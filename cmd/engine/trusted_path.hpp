#pragma once

#include <filesystem>
#include <string>

namespace orrery::cmd {

/// Says whether somebody else could put another directory in the place of this one: it and all
/// directories above it, those of links on the way included, must belong to our user or root, and
/// must not be writable by others. A sticky directory counts as not writable, and so does one that
/// the group may write to which is its owner's own.
/// @param path absolute, of a directory that is there.
/// @returns what is wrong, with a remedy; empty if nothing is.
[[nodiscard]] std::string distrust(const std::filesystem::path& path);

} // namespace orrery::cmd

#pragma once

#include <filesystem>
#include <string>

namespace orrery::cmd {

/// Says whether somebody else could put another directory in the place of this one: it and all
/// directories above it, those of links on the way included, and the links, must belong to our user
/// or root, and the directories must not be writable by others, access lists included. A sticky
/// directory counts as not writable, and so does one that the group may write to which is its
/// owner's own and nobody else's.
///
/// From the top each directory is judged before what it holds: once one is found good, nobody else
/// can put another thing in the place of the next. So what was judged stays what every later call
/// by the same path meets, for as long as root and our user leave it so.
/// @param path absolute, of a directory that is there.
/// @returns what is wrong, with a remedy; empty if nothing is.
[[nodiscard]] std::string distrust(const std::filesystem::path& path);

} // namespace orrery::cmd

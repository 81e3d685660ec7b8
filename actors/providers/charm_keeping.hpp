#pragma once

#include "actors/providers/charm_members.hpp"

#include <tl/expected.hpp>

#include <filesystem>
#include <string>

namespace orrery::providers {

/// Takes what stays of a unit's old copy of its charm (P27) along to the new copy: what the old
/// charm's list does not name, and the new charm does not hold, unless it lies in a directory of
/// the old charm that the new one does not have.
///
/// Files are linked, so that no byte is copied, they keep their inodes, and the old copy is as
/// whole as before: a process that is killed has lost nothing. Directories are made anew, with
/// owner, mode and times of the old ones. Called again once the new copy is in place, this takes
/// along what programs of the unit have written to the old one meanwhile.
///
/// @param fresh on the same file system.
/// @returns a sentence that names what cannot be taken along, because it is mounted there, or
/// belongs to a user whose files we may not link.
[[nodiscard]] tl::expected<void, std::string> keep_rest(const std::filesystem::path& old,
                                                        const std::filesystem::path& fresh,
                                                        const CharmMembers& old_members,
                                                        const CharmMembers& new_members);

} // namespace orrery::providers

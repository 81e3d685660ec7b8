#pragma once

#include <tl/expected.hpp>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <set>
#include <string>

namespace orrery::providers {

/// Paths, relative to the charm, of all that it holds: files, directories, links (P27).
using CharmMembers = std::set<std::string>;

/// Says which of the files in a unit's copy of its charm came with the charm; all others are of its
/// hooks. Kept beside the copy, where a hook does not come upon it:
///
///     list = inode LF {path NUL}      inode: decimal
struct MemberList {
  std::uint64_t inode = 0; ///< Of the copy's directory, by whatever name it goes at the time.
  CharmMembers members;
  bool operator==(const MemberList&) const = default;
};

/// @returns where the list of a unit's copy is: `charm-members` beside `charm`.
[[nodiscard]] std::filesystem::path list_of_copy(const std::filesystem::path& copy);
/// @returns nothing if there is no list, or one that cannot be read: then nothing counts as a
/// member, and a replacement deletes nothing.
[[nodiscard]] std::optional<MemberList> read_members(const std::filesystem::path& file);
/// Writes a list to disk: all of it is there, or what was there before.
[[nodiscard]] tl::expected<void, std::string> write_members(const std::filesystem::path& file,
                                                            const MemberList& list);

} // namespace orrery::providers

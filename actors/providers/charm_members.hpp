#pragma once

#include <tl/expected.hpp>

#include <filesystem>
#include <optional>
#include <set>
#include <string>

namespace orrery::providers {

/// Paths, relative to the charm, of all that it holds: files, directories, links (P27). All else in
/// a unit's copy is of its hooks. Kept beside the copy, where a hook does not come upon it, each
/// path with a NUL behind it.
using CharmMembers = std::set<std::string>;

/// @returns where the list of a unit's copy is: `charm-members` beside `charm`.
[[nodiscard]] std::filesystem::path list_of_copy(const std::filesystem::path& copy);
/// @returns nothing if there is no list, or one that cannot be read: then nothing counts as a
/// member, and a replacement deletes nothing.
[[nodiscard]] std::optional<CharmMembers> read_members(const std::filesystem::path& file);
/// Writes a list to disk: all of it is there, or what was there before.
[[nodiscard]] tl::expected<void, std::string> write_members(const std::filesystem::path& file,
                                                            const CharmMembers& members);
/// Writes a list beside its place, for a caller that has it brought to disk together with other
/// files before put_members_in_place().
[[nodiscard]] tl::expected<void, std::string> draft_members(const std::filesystem::path& file,
                                                            const CharmMembers& members);
[[nodiscard]] tl::expected<void, std::string>
put_members_in_place(const std::filesystem::path& file);
/// Deletes a list, and a draft of it.
void drop_members(const std::filesystem::path& file);

} // namespace orrery::providers

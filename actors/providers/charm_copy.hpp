#pragma once

#include "actors/providers/charm_members.hpp"

#include <tl/expected.hpp>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace orrery::providers {

/// Copies a charm: regular files, directories, links that stay inside. Everybody may read what is
/// copied, and run what the charm's owner may; only the unit's user may write there (P48). Nothing
/// of the copy is there before all of it is: a copy that was interrupted is begun again. The list
/// of its members is there first (list_of_copy()).
///
/// @param target is left alone if it exists: the unit's hooks may have written there.
/// @param revision stands in the copy's file `revision`, whatever the charm's own says (P4): charms
/// read it. Nothing: the charm's own file is copied, if there is one.
/// @returns a sentence that names what the charm holds that no charm may hold (devices, links that
/// lead out of it), or what failed.
[[nodiscard]] tl::expected<void, std::string>
copy_charm(const std::filesystem::path& charm,
           const std::filesystem::path& target,
           std::optional<std::uint32_t> revision = {});
/// Copies a charm likewise, to a place of which nothing remains, and where no half of a copy stays.
/// The copy need not be on disk yet, and has no list.
/// @returns the paths of all that the copy holds.
[[nodiscard]] tl::expected<CharmMembers, std::string>
copy_charm_anew(const std::filesystem::path& charm,
                const std::filesystem::path& place,
                std::optional<std::uint32_t> revision = {});

/// Says why a unit's copy is no charm any more, as a sentence: the copy is not there, or its
/// metadata.yaml is gone or cannot be read. Empty: it is one, or the unit itself is not there.
[[nodiscard]] std::string damage_of_copy(const std::filesystem::path& copy);

} // namespace orrery::providers

#pragma once

#include <tl/expected.hpp>

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

/// Puts another charm's files in the place of those in a unit's copy (P25-P30, P44).
///
///     DIRECTORY/charm               the copy in place
///     DIRECTORY/charm-members       which of its files came with the charm; none: not known
///     DIRECTORY/charm.new           the next copy, until it is exchanged for the one in place;
///                                   after that the former one, until it is deleted
///     DIRECTORY/charm-members.new   the next copy's list, once all of that copy is on disk
///     DIRECTORY/charm.old           the former copy, where the file system exchanges nothing
///
/// The next copy is built whole: the charm's files, then links to what stays of the copy in place.
/// One rename exchanges the two. So whoever looks sees the old files or the new ones (P28), and a
/// process that is killed leaves either. Which of them it was, the next call sees by the inode in
/// charm-members.new: it is that of charm/ once the copies have been exchanged, not before. What
/// was begun is then finished, or taken back and done again (P29).
///
/// Programs that hooks have left running go on with the files that they have open. One whose
/// working directory is the copy stays in the former one, which is deleted: by relative names it
/// finds nothing more until upgrade-charm starts it anew.
namespace orrery::providers {

using Replaced = tl::expected<void, std::string>; ///< Or what has failed, as a sentence.

struct CharmReplacement {
  std::filesystem::path charm;     ///< The charm that comes, as it is kept.
  std::filesystem::path directory; ///< The unit's own.
  /// Gives a fresh copy to the unit's user, before anything of the user's is in it. Empty: it stays
  /// ours.
  std::function<Replaced(const std::filesystem::path& copy)> give{};
  /// Deletes a copy that nobody needs, at once or later. Empty: at once.
  std::function<void(const std::filesystem::path& copy)> discard{};
  /// Told before each step. For tests, which end there what they began.
  std::function<void(std::string_view step)> before{};
  bool can_exchange = true; ///< Otherwise two renames, between which there is no copy in place.
};

/// Replaces the copy; makes one where there is none. Safe to repeat, with this charm or another.
/// Where no list says which files the copy in place had from its charm (an earlier program made it)
/// none of them are deleted: those of the new charm come over them.
/// @returns what has failed; until the exchange the copy in place is as it was.
[[nodiscard]] Replaced replace_charm(const CharmReplacement& replacement);
/// Finishes or takes back what a process that was killed has left of a replacement.
/// @param replacement all but its charm counts.
[[nodiscard]] Replaced settle_replacement(const CharmReplacement& replacement);

} // namespace orrery::providers

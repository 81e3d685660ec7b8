#pragma once

#include <tl/expected.hpp>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

/// Puts another charm's files in the place of those in a unit's copy (P25-P30, P44).
///
///     DIRECTORY/charm               the copy
///     DIRECTORY/charm-members       which of its files came with the charm; none: not known
///     DIRECTORY/charm.new           the files that come, until each is moved into the copy
///     DIRECTORY/charm-members.new   their list, once they are on disk and until all are moved
///     DIRECTORY/charm.old           what has left the copy, until it is deleted
///
/// The files that come are made beside the copy and then moved into it one by one
/// (charm_moving.hpp): of each file whoever looks sees the old one or the new one (P28), what hooks
/// wrote is not touched (P27), and programs that they have left running go on where they are, also
/// those whose working directory is the copy. What fails amid this is undone. A process that is
/// killed amid it leaves charm-members.new, by which the next call ends what was begun (P29).
namespace orrery::providers {

using Replaced = tl::expected<void, std::string>; ///< Or what has failed, as a sentence.

/// Why the files of a charm have not been put in place.
struct ReplacementFault {
  std::string text; ///< A sentence.
  /// The files that come could not be copied beside the unit's own, which nobody has touched:
  /// another try may do it. Otherwise something is in the way, and a person has to see to it (P30).
  bool may_pass = false;
};

struct CharmReplacement {
  std::filesystem::path charm;             ///< The charm that comes, as it is kept.
  std::filesystem::path directory;         ///< The unit's own.
  std::optional<std::uint32_t> revision{}; ///< As in copy_charm().
  /// Gives the files that come to the unit's user. Empty: they stay ours.
  std::function<Replaced(const std::filesystem::path& files)> give{};
  /// Deletes what nobody needs, at once or later. Empty: at once.
  std::function<void(const std::filesystem::path& files)> discard{};
  /// Told before each step; what it returns is the step's failure. For tests.
  std::function<Replaced(std::string_view step)> before{};
};

/// Replaces the copy's files; makes a copy where there is none. Safe to repeat, with this charm or
/// another. Where no list says which files the copy had from its charm (an earlier program made it)
/// none of them are deleted: those of the new charm come over them.
/// @returns what has failed; the copy is as it was then.
[[nodiscard]] tl::expected<void, ReplacementFault>
replace_charm(const CharmReplacement& replacement);
/// Ends what a process that was killed has begun, with the charm that it had begun with.
/// @param replacement all but its charm counts.
[[nodiscard]] Replaced settle_replacement(const CharmReplacement& replacement);

} // namespace orrery::providers

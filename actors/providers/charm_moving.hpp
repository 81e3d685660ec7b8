#pragma once

#include "actors/providers/charm_members.hpp"

#include <tl/expected.hpp>

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

namespace orrery::providers {

/// Where a unit's copy of its charm gets the files of another one (P27).
struct CharmMove {
  std::filesystem::path copy;  ///< The unit's: it stays the directory that it is.
  std::filesystem::path fresh; ///< The files that come; each is moved from here.
  std::filesystem::path aside; ///< An empty directory, for what goes.
  const CharmMembers& old_members;
  const CharmMembers& new_members;
  /// Told before each step; what it returns is the step's failure. For tests.
  std::function<tl::expected<void, std::string>(std::string_view step)> before{};
};

/// Moves the files of a charm into a unit's copy, one after another, and out of it what only the
/// old charm had, with directories that only the old charm had. Whoever looks finds of each file
/// the old one or the new one. All else stays as it is and where it is, so programs of the unit go
/// on in their directories.
///
/// Called again after a process was killed amid it, this goes on: what has been moved is not there
/// any more to be moved. Links in the copy are not followed, whatever the unit's hooks have made.
///
/// @pre all on one file system
/// @returns a sentence that says what cannot be moved, because something is mounted there, or the
/// directory is closed to us; then everything is where it was.
[[nodiscard]] tl::expected<void, std::string> move_charm_in(const CharmMove& move);

} // namespace orrery::providers

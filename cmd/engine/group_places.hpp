#pragma once

#include "config/settings.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace orrery::cmd {

/// Where control groups of machines and units are (actors/hooks/machine_groups.hpp).
struct GroupPlaces {
  std::filesystem::path current; ///< Where they are made; empty: nowhere.
  /// Where earlier processes on this model made some in which programs run still.
  std::vector<std::filesystem::path> earlier;
  bool is_own = false; ///< `current` was made by this process below its own group.
};

/// Chooses where groups are made: in the directory that is wanted; if none is named, below this
/// process's own group, where that can be done: whoever ends that group ends them, too. `none`
/// means nowhere. What cannot be had, limits too, is said in the log. Ends what no keeper holds any
/// more, and removes groups in which nothing runs.
/// @param model the model's directory, whose file `groups` names the places of earlier processes.
/// @pre no hook of an earlier process begins any more, and this one's have not begun.
[[nodiscard]] GroupPlaces settle_groups(const std::filesystem::path& wanted,
                                        const std::filesystem::path& model,
                                        const config::Settings& settings);
/// Makes a directory of groups for a model beside the first one, in the one that is wanted for the
/// first. @returns what settle_groups is to be given.
[[nodiscard]] std::filesystem::path groups_of_added(const std::filesystem::path& wanted,
                                                    const std::string& uuid);
/// Removes groups in which nothing runs.
void leave_groups(const GroupPlaces& places);

} // namespace orrery::cmd

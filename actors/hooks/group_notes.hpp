#pragma once

#include <filesystem>
#include <string>
#include <vector>

/// Which control groups processes on a model have made below their own, from the model's file
/// `groups`: the directory of a place, a line each.
namespace orrery::hooks {

constexpr std::size_t most_noted_places = 64; ///< Each start may make one somewhere else.

/// Names a model's place by the model's directory itself, whatever its path is: a copy of it has no
/// programs there. @returns empty if there is no such directory
[[nodiscard]] std::string group_place_name(const std::filesystem::path& model);
/// Lists places that bear the model's name; others that the file may name belong to somebody else.
[[nodiscard]] std::vector<std::filesystem::path>
noted_group_places(const std::filesystem::path& model);
/// Kills all that runs in the places of a model that is served no more, and removes them.
/// @pre what keepers hold has been ended, so that only programs without one are left.
/// @returns whether there were any
bool end_noted_groups(const std::filesystem::path& model);

} // namespace orrery::hooks

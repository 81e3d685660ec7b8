#pragma once

#include "cmd/backup/order.hpp"

#include <tl/expected.hpp>

/// No backup holds the data of a model's storage, nor what was put aside of the model (`lost-TIME`,
/// cmd/engine/unknown_data.hpp). So a restore leaves both in their place, with the notes which
/// users the units have, to whom that data belongs.
namespace orrery::backup {

/// Looks, before anything is changed, whether a restore can leave in its place what is in DATA.
/// @returns which mount stands in the way, and what to do.
[[nodiscard]] tl::expected<void, std::string> check_kept_data(const std::filesystem::path& data,
                                                              const Facts& facts);

/// Moves it from the models that were replaced to those that were restored, by a rename each; safe
/// to repeat.
[[nodiscard]] tl::expected<void, std::string> keep_data(const std::filesystem::path& replaced,
                                                        const std::filesystem::path& restored);

/// @returns whether a directory of a model holds data of which there is no other copy.
[[nodiscard]] bool holds_data(const std::filesystem::path& model);

/// Compares the data of storage with the records of all models below a directory, whose stores
/// nobody has open.
/// @returns what of either is without the other, a sentence each.
[[nodiscard]] std::vector<std::string> compare_data(const std::filesystem::path& models);

} // namespace orrery::backup

#pragma once

#include "store/epoch.hpp"

#include <tl/expected.hpp>

#include <filesystem>
#include <string>
#include <vector>

/// A store that is older than what lies beside it, and that a user accepts, does not know all of
/// it. Whatever belongs to no record is deleted some day; so what such a store does not know is put
/// aside before it is accepted, into a directory `lost-TIME` that nobody reads.
namespace orrery::cmd {

/// Things that were found and that the records do not know.
struct UnknownData {
  std::filesystem::path aside;   ///< Where it lies now; empty: nothing was put aside.
  std::vector<std::string> what; ///< Machines, units, charms that were put aside.
  /// Storages, whose data stays where it is: nobody deletes it by itself.
  std::vector<std::string> storages;
  store::Counters numbers; ///< How far the lost records had counted at least.
};

/// @returns `DIRECTORY/lost-TIME`, TIME in seconds since 1970.
[[nodiscard]] std::filesystem::path lost_place(const std::filesystem::path& directory);

/// Puts machines, directories of units and kept charms that the records do not know into
/// MODEL/lost-TIME, by a rename each. Safe to repeat.
[[nodiscard]] tl::expected<UnknownData, std::string>
put_unknown_aside(const std::filesystem::path& model, const store::Snapshot& records);

/// Puts what belonged to a model whose records are gone into MODEL/lost-TIME. Safe to repeat.
/// @returns where it lies now.
[[nodiscard]] tl::expected<std::filesystem::path, std::string>
put_rest_aside(const std::filesystem::path& model);

/// Puts a model as a whole into DATA/lost-TIME.
/// @returns where it lies now.
[[nodiscard]] tl::expected<std::filesystem::path, std::string>
put_model_aside(const std::filesystem::path& data, const std::filesystem::path& model);

} // namespace orrery::cmd

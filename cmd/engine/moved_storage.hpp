#pragma once

#include "store/contents.hpp"
#include "store/database.hpp"

#include <filesystem>
#include <string>
#include <vector>

/// Storage of a model whose directory has another name than before, or is a copy of another one.
namespace orrery::cmd {

/// Returns the mount point at which a unit finds its data now. A link of the unit's charm that led
/// to the data follows it; but where it leads to data that is there still, the model is a copy, and
/// the link the original's.
/// @param told the mount point that the unit was told
/// @param data the storage's directory, MODEL/storage/NAME/NUMBER, canonical; a directory whose
/// path ends in the same four names was that of this storage
[[nodiscard]] std::string mount_point_now(const std::string& told,
                                          const std::filesystem::path& data);

/// Brings the mount points of all attached storage in line with where the model's directory is
/// (ST33); before anybody has begun. Errors: those of the store.
[[nodiscard]] tl::expected<void, store::StoreError> bring_storage_along(
  store::Database& model, const std::filesystem::path& model_directory, store::Contents& contents);

/// @returns units of which the data of a storage is gone, which is logged. Looks at each storage
/// that a unit has, with one system call.
[[nodiscard]] std::vector<std::string>
units_without_data(const std::filesystem::path& model_directory, const store::Contents& contents);

} // namespace orrery::cmd

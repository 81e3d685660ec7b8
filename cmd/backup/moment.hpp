#pragma once

#include "cmd/backup/key.hpp"
#include "cmd/backup/order.hpp"
#include "cmd/backup/source.hpp"
#include "cmd/backup/tree_copy.hpp"

#include <deque>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

/// Stores of all models of a process, copied while it serves.
namespace orrery::backup {

/// A model's stores as they were between two batches, and what their records name.
struct Moment {
  ModelSource source;
  config::CharmsHold hold;       ///< What the records name stays until this goes.
  store::SecretVault::Hold keys; ///< Keys stay as they are until this goes.
  std::filesystem::path stores;  ///< Has the copies `store` and `agents`.
  SavedModel model;
  std::set<std::string> charms; ///< Names of kept directories of charms, and of resources' files.
  KeyNote key;
};

struct Moments {
  std::deque<Moment> models; ///< The process's own first, the others in the order of their UUIDs.
  std::vector<std::string> missing; ///< Models that are not among them, and why.
};

/// Copies the stores of one model after the other. Each model stands still for milliseconds, no two
/// at once: no record of one depends on those of another, but that the first one's say which models
/// there are. So none is added and none begins to go until all are copied.
/// @param with_key whether the backup gets the keys of secrets.
/// @param place an empty directory on the file system of the stores.
[[nodiscard]] tl::expected<Moments, std::string> copy_stores(const Source& source,
                                                             const Limits& limits,
                                                             bool with_key,
                                                             const std::filesystem::path& place);

} // namespace orrery::backup

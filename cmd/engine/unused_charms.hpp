#pragma once

#include "actors/entities/services.hpp"
#include "actors/providers/trash.hpp"
#include "config/kept_charms.hpp"
#include "store/contents.hpp"
#include "store/database.hpp"

#include <filesystem>
#include <vector>

namespace orrery::cmd {

/// @returns where copies of charms lie, and bytes of resources, that no record names, and what else
/// lies beside them; nothing where the records cannot be read.
[[nodiscard]] std::vector<std::filesystem::path>
unused_charms(const std::filesystem::path& model_directory, const store::Snapshot& records);
/// Removes copies of charms, and bytes of resources, that no record names any more, and what else
/// lies beside them; only while nothing is being deployed.
void remove_unused_charms(const std::filesystem::path& model_directory,
                          const store::Contents& contents);
/// Takes those to the trash that no record on disk names (P21). Records that cannot be read
/// keep all of them.
/// @returns false if that has to wait, because a deployment, a refresh or a backup goes on.
[[nodiscard]] bool take_unused_charms(const std::filesystem::path& model_directory,
                                      const store::Database& model,
                                      providers::Trash& trash);

/// From now on does so whenever charms have lost their records, on a thread of its own, or of a
/// pool where one is given; where that
/// has to wait, once a user of kept charms has released them (hold_charms_of).
/// @param model and @param trash outlive the keeper of charms, entities::Servants::charm_keeper().
void keep_charms(entities::Services& services,
                 const std::filesystem::path& model_directory,
                 const store::Database& model,
                 providers::Trash& trash,
                 caf::actor_system* pool = nullptr);
/// Holds the model's kept charms (config/kept_charms.hpp) for a user of theirs. That keeper, if
/// there is one, hears of the end of the hold. Thread-safe.
/// @param services outlive the hold
[[nodiscard]] config::CharmsHold hold_charms_of(const std::filesystem::path& model_directory,
                                                const entities::Services& services);

} // namespace orrery::cmd

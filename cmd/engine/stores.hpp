#pragma once

#include "actors/entities/services.hpp"
#include "cmd/backup/source.hpp"
#include "cmd/engine/layout.hpp"
#include "config/descriptor.hpp"
#include "config/settings.hpp"
#include "store/contents.hpp"
#include "store/database.hpp"

#include <memory>
#include <string>

namespace orrery::cmd {

/// A process's data directory, and the model in it.
struct ServedDirectory {
  config::Descriptor lock; ///< No other orchestrator serves it.
  ModelPlace place;
};

/// A model's store and its agents' store below the model's directory.
struct Stores {
  ModelPlace place;
  std::unique_ptr<store::Database> model;
  std::unique_ptr<store::Database> notes;
};

/// Makes the data directory (mode 0700) and locks it. A directory that others can write, that an
/// orchestrator serves, or in which links stand for places of models, is refused.
[[nodiscard]] tl::expected<config::Descriptor, std::string>
claim(const std::filesystem::path& data_directory);
/// Claims the data directory, finishes a restore that was interrupted there, and brings one of an
/// earlier program into today's layout.
[[nodiscard]] tl::expected<ServedDirectory, std::string>
open_directory(const config::Settings& settings, bool accept_loss);
/// Opens both stores of a model, which are made where there are none.
/// @param blocks read from files, of all models.
[[nodiscard]] tl::expected<Stores, std::string> open_stores(const config::Settings& settings,
                                                            const ModelPlace& place,
                                                            bool accept_loss,
                                                            const store::BlockCache& blocks);
/// @returns settings for a model beside the first one, whose stores keep less in memory.
[[nodiscard]] config::Settings settings_of_added(config::Settings settings);
/// @returns what a backup of these stores is made of.
/// @param settings with which they were opened
/// @param services whose keeper of charms hears when the backup needs kept charms no more.
[[nodiscard]] backup::ModelSource backup_source(const Stores& stores,
                                                const config::Settings& settings,
                                                const entities::Services& services);
/// A write or fsync that failed stops the process with 74: it is never retried and never ignored.
void stop_at_fault(const store::StoreError& error);

} // namespace orrery::cmd

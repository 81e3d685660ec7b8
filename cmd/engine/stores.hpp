#pragma once

#include "config/settings.hpp"
#include "store/contents.hpp"
#include "store/database.hpp"

#include <memory>
#include <string>

namespace orrery::cmd {

/// The model's store and the agents' store below the data directory.
struct Stores {
  std::unique_ptr<store::Database> model;
  std::unique_ptr<store::Database> notes;
};

/// Makes the data directory (mode 0700) and opens both. A directory that others can write is
/// refused.
[[nodiscard]] tl::expected<Stores, std::string> open_stores(const config::Settings& settings,
                                                            bool accept_loss);
/// A write or fsync that failed stops the process with 74: it is never retried and never ignored.
void stop_at_fault(const store::StoreError& error);
/// Removes copies of charms that no record names any more; only while nothing is being deployed.
void remove_unused_charms(const std::filesystem::path& data_directory,
                          const store::Contents& contents);

} // namespace orrery::cmd

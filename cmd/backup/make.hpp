#pragma once

#include "cmd/backup/order.hpp"
#include "config/kept_charms.hpp"
#include "store/pair.hpp"
#include "store/secret_vault.hpp"

#include <tl/expected.hpp>

#include <functional>

/// Backups of an orchestrator that serves.
namespace orrery::backup {

/// Stores and directories that a backup is made of.
struct Source {
  store::Pair stores;
  std::filesystem::path data;  ///< The data directory.
  std::filesystem::path model; ///< The model's, in it.
  std::string program;         ///< This program's version.
  std::uint64_t boot = 0;      ///< The number of this boot (cmd/engine/boot.hpp).
  /// Holds the model's kept charms (config/kept_charms.hpp).
  std::function<config::CharmsHold()> hold_charms;
  /// Holds the keys of the model's secrets; empty: it has none (a test).
  std::function<store::SecretVault::Hold()> hold_keys{};
};

/// Makes a backup beside its place, has it written to the disk, and renames it there: it is whole
/// or not there. From any thread, one at a time. Nothing waits for it but both journals, for
/// milliseconds.
/// @returns what was made, or why nothing was, as a sentence with a remedy.
[[nodiscard]] tl::expected<Made, std::string> make(const Source& source, const Order& order);

/// Where backups lie for which no directory was named.
[[nodiscard]] std::filesystem::path own_directory(const std::filesystem::path& data);
/// @returns what lies in a directory of backups, by name, which is by time; damaged ones too.
[[nodiscard]] std::vector<Facts> list(const std::filesystem::path& directory);
/// Removes what a backup that was interrupted has left in DATA/backups.
/// @pre no backup is being made.
void clear_interrupted(const std::filesystem::path& data);

} // namespace orrery::backup

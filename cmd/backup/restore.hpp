#pragma once

#include "cmd/backup/order.hpp"

#include <tl/expected.hpp>

#include <functional>
#include <optional>

/// Restores of backups, where no orchestrator serves the directory.
namespace orrery::backup {

struct RestoreOrder {
  std::filesystem::path backup; ///< Its directory.
  std::filesystem::path data;   ///< The data directory.
  /// Files of keys that the backup left out.
  std::vector<std::filesystem::path> keys{};
  bool discard = false;      ///< Models that are replaced are deleted; else they are put aside.
  std::uint64_t jump = 1000; ///< How far each counter jumps, 1 to 1,000,000.
  /// Told the name of each step before it is taken, for tests; empty: nobody is.
  std::function<void(const char* step)> at_step{};

  void at(const char* step) const {
    if (at_step)
      at_step(step);
  }
};

/// Outcome of a restore, for people.
struct Restored {
  Facts facts;
  std::vector<std::string> notes; ///< Sentences.
};

/// Compares every file of a backup with its manifest.
/// @returns what the backup is, or which file is not as it was.
[[nodiscard]] tl::expected<Facts, std::string> verify(const std::filesystem::path& backup);

/// Puts the models of a backup in the place of whatever models DATA holds. All is verified first,
/// then made in DATA/restore, then put in its place by one step, so that DATA holds the ones or the
/// others as a whole whenever it is interrupted; `finish` goes on from there. Each counter of each
/// model jumps (store/epoch.hpp). To delete models that the backup does not have is refused.
/// @pre the caller has locked DATA, which belongs to the process's user.
[[nodiscard]] tl::expected<Restored, std::string> restore(const RestoreOrder& order);

/// Finishes or clears away a restore that was interrupted: what was replaced goes aside, and the
/// programs that its units had left running are ended.
/// @pre the caller has locked DATA.
/// @returns what was done, a sentence each; or why DATA cannot be used.
[[nodiscard]] tl::expected<std::vector<std::string>, std::string>
finish(const std::filesystem::path& data);

/// Whether the model in DATA comes from a backup and has not been served since: the number of the
/// boot in which the backup was made.
[[nodiscard]] std::optional<std::uint64_t> unserved(const std::filesystem::path& data);
/// The model is served from now on.
[[nodiscard]] tl::expected<void, std::string> mark_served(const std::filesystem::path& data);

} // namespace orrery::backup

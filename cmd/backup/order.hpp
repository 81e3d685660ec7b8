#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

/// Backups of an orchestrator's models: what is asked of it, and what it tells.
namespace orrery::backup {

/// A backup that is to be made.
struct Order {
  std::filesystem::path directory; ///< Where, absolute; empty: DATA/backups/TIME.
  bool with_units = false;         ///< Units' directories, too.
  bool with_key = true;            ///< The models' keys of secrets, too.
  /// How many of DATA/backups stay, the newest, 1 to 1000; older ones go.
  std::size_t kept = 10;
  std::function<bool()> cancelled{}; ///< Whether nobody wants it any more; empty: never.
};

/// One model in a backup.
struct SavedModel {
  std::string uuid;
  std::string name;           ///< Of one beside the process's own: OWNER/NAME.
  std::uint64_t sequence = 0; ///< The last transaction in it.
  std::uint64_t notes = 0;    ///< The same of the agents' store.
  /// Name of the key of its secrets that was left out (store/secret_key.hpp); empty: none was.
  std::string key_left_out{};
  bool operator==(const SavedModel&) const = default;
};

/// Facts that a backup's manifest tells of the whole.
struct Facts {
  std::filesystem::path directory;
  std::uint32_t format = 0;
  std::uint32_t schema = 0; ///< Of the stores.
  std::string program;      ///< The version that made it.
  std::string made;         ///< When, UTC: 2026-11-27T14:05:03Z.
  /// The process's own comes first; none of a backup that is damaged.
  std::vector<SavedModel> models;
  bool with_units = false;
  std::uint64_t files = 0;
  std::uint64_t bytes = 0; ///< Of all files.
  std::string damage;      ///< Why the rest is unknown; empty: it was read.
};

/// A backup that was made.
struct Made {
  Facts facts;
  std::vector<std::string> missing;  ///< Models that are not in it, and why.
  std::vector<std::string> left_out; ///< What could not be copied of units, and why; bounded.
  std::uint64_t left_out_count = 0;
  std::vector<std::string> removed;        ///< Older backups that went.
  std::uint64_t secrets = 0;               ///< How many are in it.
  std::vector<std::filesystem::path> keys; ///< Files that were left out.
  std::vector<std::string> keyless;        ///< Models that have secrets, and no key to take.
};

} // namespace orrery::backup

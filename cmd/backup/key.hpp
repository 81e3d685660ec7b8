#pragma once

#include "cmd/backup/order.hpp"
#include "store/database.hpp"

#include <tl/expected.hpp>

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

/// Keys of models' secrets, in a backup or beside it (decision 199). Errors are sentences.
namespace orrery::backup {

class TreeCopy;

/// A model's secrets as a backup will have them.
struct KeyNote {
  bool with_key = true; ///< Whether the backup gets the key, if there is one.
  std::uint64_t secrets = 0;
  std::string name_left_out;      ///< As the manifest names a key; empty: none is left out.
  std::filesystem::path left_out; ///< Its file.
  bool is_missing = false;        ///< There are secrets, and no key to take.
};

/// Looks at a model's secrets and key.
/// @param records of the backup.
[[nodiscard]] tl::expected<KeyNote, std::string>
note_key(const std::filesystem::path& model, const store::Snapshot& records, bool with_key);
/// Takes the key of a model's directory into its backup, unless keys are left out or it is missing;
/// during a renewal the former one, too.
[[nodiscard]] tl::expected<void, std::string>
take_keys(TreeCopy& copy, const std::filesystem::path& model, const KeyNote& note);

/// Finds out whether a restore has all keys that its backup left out, and no other one.
/// @param keys files.
[[nodiscard]] tl::expected<void, std::string>
check_keys(const Facts& facts, const std::vector<std::filesystem::path>& keys);
/// Copies the key that the backup left out of a model into that restored model's directory.
/// @pre check_keys() found it among them.
[[nodiscard]] tl::expected<void, std::string>
put_key(const SavedModel& saved,
        const std::vector<std::filesystem::path>& keys,
        const std::filesystem::path& model);

} // namespace orrery::backup

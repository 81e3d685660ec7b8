#pragma once

#include "cmd/backup/order.hpp"
#include "store/database.hpp"

#include <tl/expected.hpp>

#include <filesystem>
#include <string>

/// The key of a model's secrets, in a backup or beside it (decision 199). Errors are sentences.
namespace orrery::backup {

class TreeCopy;

/// Notes what a backup will have of a model's secrets: how many, and whether the key is in it, is
/// left out or is missing.
/// @param records of the backup.
[[nodiscard]] tl::expected<void, std::string> note_key(const std::filesystem::path& model,
                                                       const store::Snapshot& records,
                                                       const Order& order,
                                                       Made& made);
/// Takes the key of a model's directory into its backup, unless it is left out or missing; during a
/// renewal the former one, too.
[[nodiscard]] tl::expected<void, std::string>
take_keys(TreeCopy& copy, const std::filesystem::path& model, const Made& made);

/// Finds out whether a restore has the key that its backup left out, and no other one.
/// @param key a file; empty: none was named.
[[nodiscard]] tl::expected<void, std::string> check_key(const Facts& facts,
                                                        const std::filesystem::path& key);
/// Copies that key into the restored model's directory, if the backup left it out.
[[nodiscard]] tl::expected<void, std::string>
put_key(const Facts& facts, const std::filesystem::path& key, const std::filesystem::path& model);

} // namespace orrery::backup

#pragma once

#include "cmd/backup/order.hpp"
#include "cmd/backup/source.hpp"

#include <tl/expected.hpp>

/// Backups of an orchestrator that serves.
namespace orrery::backup {

/// Makes a backup beside its place, has it written to the disk, and renames it there: it is whole
/// or not there. From any thread, one at a time. Nothing waits for it but both journals of
/// each model, for milliseconds, and models that are to be added or destroyed, until all stores
/// are copied (moment.hpp).
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

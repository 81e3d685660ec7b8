#pragma once

#include "cmd/backup/manifest.hpp"

/// A backup's files, read and held against its manifest.
namespace orrery::backup {

/// Reads a backup's manifest, and every file that it names.
/// @returns the manifest, or which file is not as it was, as a sentence with a remedy.
[[nodiscard]] tl::expected<Manifest, std::string> verified(const std::filesystem::path& backup);

/// Copies all entries of a model with their modes and owners, each compared once more.
/// @param files where they lie in the backup.
/// @param model a directory that is empty yet.
/// @returns how many stay the caller's own, though others had them: only root gives files away.
[[nodiscard]] tl::expected<std::uint64_t, std::string> copy_out(const std::vector<Entry>& entries,
                                                                const std::filesystem::path& files,
                                                                const std::filesystem::path& model);

} // namespace orrery::backup

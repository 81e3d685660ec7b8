#pragma once

#include <tl/expected.hpp>

#include <filesystem>
#include <string>

/// Directories that are on disk as a whole. Errors are sentences.
namespace orrery::backup {

[[nodiscard]] bool is_there(const std::filesystem::path& path);
/// Has all that was written to the file system of a directory written to its disk.
[[nodiscard]] tl::expected<void, std::string> sync_all(const std::filesystem::path& directory);
/// Has a directory's names written to the disk.
[[nodiscard]] tl::expected<void, std::string> sync_names(const std::filesystem::path& directory);
/// Has a directory written to the disk as a whole, then renames it to where nothing is yet.
[[nodiscard]] tl::expected<void, std::string> put_in_place(const std::filesystem::path& directory,
                                                           const std::filesystem::path& place);
/// Exchanges two directories of one file system by one step; where `place` is not there yet,
/// `directory` is renamed to it.
[[nodiscard]] tl::expected<void, std::string> exchange(const std::filesystem::path& directory,
                                                       const std::filesystem::path& place);
/// Writes a small file of mode 0600 as a whole, in place of what has its name.
[[nodiscard]] tl::expected<void, std::string> write_note(const std::filesystem::path& path,
                                                         const std::string& text);
/// @returns its first line, of at most 4096 bytes; empty if no regular file is there.
[[nodiscard]] std::string read_note(const std::filesystem::path& path);

} // namespace orrery::backup

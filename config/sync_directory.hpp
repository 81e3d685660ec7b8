#pragma once

#include "config/descriptor.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>

namespace orrery::config {

/// Has the names in a directory written to the disk, so that they outlive a power cut.
///
/// @param flags more of open(), such as O_NOFOLLOW
/// @returns 0, or the error
[[nodiscard]] inline int sync_directory(const std::filesystem::path& directory, int flags = 0) {
  const Descriptor opened(::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC | flags));
  return opened.is_open() && ::fsync(opened.get()) == 0 ? 0 : errno;
}

/// Has all that was written to the file system of a directory written to its disk.
///
/// @returns 0, or the error
[[nodiscard]] inline int sync_file_system(const std::filesystem::path& directory) {
  const Descriptor opened(::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  return opened.is_open() && ::syncfs(opened.get()) == 0 ? 0 : errno;
}

} // namespace orrery::config

#pragma once

#include "config/descriptor.hpp"

#include <sys/types.h>

#include <filesystem>

namespace orrery::cmd {

/// Opens a file to read for a client of another user than the orchestrator's: only if that user may
/// pass through each directory on the way and may read the file, as its owner or as everybody may.
/// Groups and access lists let nobody in here. Each step is judged by its descriptor, so nothing
/// that is exchanged meanwhile is opened.
/// @param path absolute; links are followed, and judged as any other way.
/// @returns none, and errno, if it cannot be opened; EACCES if that user may not.
[[nodiscard]] config::Descriptor open_for(uid_t user, const std::filesystem::path& path);

} // namespace orrery::cmd

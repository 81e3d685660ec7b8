#pragma once

#include <tl/expected.hpp>

#include <filesystem>
#include <string>

/// Links in the places where charms look for their data (ST33).
namespace orrery::providers {

/// Whether a link to the data is at the mount point.
enum class Mounted {
  Yes,
  NotAllowed, ///< The orchestrator may make nothing there.
};

/// Makes the link, with the directories above it. Safe to repeat.
///
/// @param mount_point absolute
/// @param storages in which all data of the model lies
/// @returns why the place cannot be had, as a sentence: something is there already, or the place
/// lies in other storage (ST4, ST34, ST35).
[[nodiscard]] tl::expected<Mounted, std::string> mount(const std::filesystem::path& data,
                                                       const std::filesystem::path& mount_point,
                                                       const std::filesystem::path& storages);
/// Removes the link, if it is one to the data.
void unmount(const std::filesystem::path& data, const std::filesystem::path& mount_point);

} // namespace orrery::providers

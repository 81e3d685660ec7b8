#pragma once

#include "config/descriptor.hpp"

#include <filesystem>
#include <memory>

/// The directory in which a model keeps the files of its charms, DATA/charms. Whoever is about to
/// use files there holds them; only while nobody does may those go that no record names.
namespace orrery::config {

using CharmsHold = std::shared_ptr<const Descriptor>;

/// Holds all kept charms until the last copy of what is returned is gone: for a deployment or a
/// refresh from before its files are kept until its charm has a record, and for a backup. Waits
/// while unused ones are moved away, which is soon done. Makes the directory.
/// @returns null if the directory cannot be made, or opened: then nobody can use files there.
[[nodiscard]] CharmsHold hold_kept_charms(const std::filesystem::path& charms);
/// Keeps others from holding them while what is returned lives.
/// @returns a closed descriptor if somebody holds them, or there are none.
[[nodiscard]] Descriptor close_kept_charms(const std::filesystem::path& charms);

} // namespace orrery::config

#pragma once

#include "config/descriptor.hpp"

#include <filesystem>
#include <functional>
#include <memory>
#include <utility>

/// The directory in which a model keeps the files of its charms, DATA/charms. Whoever is about to
/// use files there holds them; only while nobody does may those go that no record names.
namespace orrery::config {

/// The hold of one user of kept charms, who is told about its end when others may have them.
class HeldCharms {
public:
  HeldCharms(Descriptor directory, std::function<void()> ended)
    : directory_(std::move(directory)), ended_(std::move(ended)) {}
  HeldCharms(const HeldCharms&) = delete;
  HeldCharms& operator=(const HeldCharms&) = delete;
  ~HeldCharms();

private:
  Descriptor directory_;
  std::function<void()> ended_;
};

using CharmsHold = std::shared_ptr<const HeldCharms>;

/// Holds all kept charms until the last copy of what is returned is gone: for a deployment or a
/// refresh from before its files are kept until its charm has a record, and for a backup. Waits
/// while unused ones are moved away, which is soon done. Makes the directory.
///
/// @param ended is called once the hold has ended, by whoever ends it; it must not throw.
/// @returns null if the directory cannot be made, or opened: then nobody can use files there.
[[nodiscard]] CharmsHold hold_kept_charms(const std::filesystem::path& charms,
                                          std::function<void()> ended = {});
/// Keeps others from holding them while what is returned lives.
/// @returns a closed descriptor if somebody holds them, or there are none.
[[nodiscard]] Descriptor close_kept_charms(const std::filesystem::path& charms);

} // namespace orrery::config

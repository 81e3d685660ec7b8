#pragma once

#include "cmd/engine/engine.hpp"
#include "store/records.hpp"

#include <tl/expected.hpp>

#include <cstdint>
#include <filesystem>
#include <string>

/// Which boot of the host this is. All processes of an earlier one are gone, its files are there.
namespace orrery::cmd {

/// Names the boot: the kernel's boot id, and which process 1 there is (its pid namespace, and when
/// it was started), so that a container that is started again is another boot. One line.
/// @param may_be_played for tests: the environment's ORRERY_BOOT stands in its place, if it is set.
[[nodiscard]] std::string boot_identity(bool may_be_played);

/// Compares the boot with the one that DATA/boot names, and writes it there where that is another,
/// or where DATA is a copy of the directory that is named there: models' notes in kept/ and ended/
/// are of processes of an earlier boot or of another directory then, and go. A file that cannot be
/// read as one counts as naming another boot.
/// @returns a number that no other boot of this data directory has; 0 until the first that is not
/// the one in which the directory was first met. Or what cannot be written, as a sentence.
[[nodiscard]] tl::expected<std::uint64_t, std::string>
note_boot(const std::filesystem::path& data_directory,
          const std::string& identity,
          store::Milliseconds now);

/// Notes the boot in the data directory of these options, before anything is begun there.
/// @param boot gets the number that `note_boot` returns.
[[nodiscard]] tl::expected<void, std::string>
meet_boot(const EngineOptions& options, store::Milliseconds now, std::uint64_t& boot);

} // namespace orrery::cmd

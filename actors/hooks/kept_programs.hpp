#pragma once

#include "actors/hooks/keepers.hpp"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

/// Programs that units have left running, from notes of their keepers (kept_note.hpp).
namespace orrery::hooks {

/// Programs that one keeper holds, or held.
struct KeptPrograms {
  std::uint32_t machine = 0;
  std::string unit;
  pid_t keeper = 0;
  bool alive = false; ///< Otherwise its keeper has gone without a word.
};

/// Lists those of one machine.
[[nodiscard]] std::vector<KeptPrograms> kept_programs(const std::filesystem::path& data_directory,
                                                      std::uint32_t machine);
/// Machines with programs that keepers hold, or held.
[[nodiscard]] std::vector<std::uint32_t>
machines_with_kept_programs(const std::filesystem::path& data_directory);
/// Removes the notes of keepers that are gone. @param unit only that unit's; empty: the whole
/// machine's.
void forget_lost_programs(const std::filesystem::path& data_directory,
                          std::uint32_t machine,
                          const std::string& unit);

} // namespace orrery::hooks

#pragma once

#include "actors/hooks/kept_programs.hpp"
#include "actors/hooks/program_end.hpp"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

/// Ends of programs that units had left running, from the notes of keepers (ended_note.hpp).
namespace orrery::hooks {

struct EndedProgram {
  std::string note; ///< By which it is forgotten.
  ProgramEnd end;
};

/// All of a unit that nobody has forgotten, those that ended first in front.
[[nodiscard]] std::vector<EndedProgram> ended_programs(const std::filesystem::path& data_directory,
                                                       const std::string& unit);
/// @returns whether there are others meanwhile, of which no watch tells any more.
bool forget_ended_programs(const std::filesystem::path& data_directory,
                           const std::string& unit,
                           const std::vector<std::string>& notes);
/// Forgets whatever there is of a unit.
void forget_ended_programs(const std::filesystem::path& data_directory, const std::string& unit);
/// Notes for a unit that its machine was rebooted, in place of how its programs have ended.
/// @param now milliseconds since 1970.
void note_reboot(const std::filesystem::path& data_directory,
                 const std::string& unit,
                 std::int64_t now);
/// Names units of which at least one program has ended.
[[nodiscard]] std::vector<std::string>
units_with_ended_programs(const std::filesystem::path& data_directory);
/// `app/3` of `app-3`, as directories of units are called; empty for another name.
[[nodiscard]] std::string unit_of_directory(std::string name);

/// Does what the keeper would have done that was killed: what is left of its programs is killed,
/// for nobody could end it later, and all are noted as ended. Nothing where the keeper has ended by
/// itself. Safe to repeat.
/// @param now milliseconds since 1970.
void end_lost_programs(const std::filesystem::path& data_directory,
                       const KeptPrograms& lost,
                       std::int64_t now);

} // namespace orrery::hooks

#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>

/// A keeper that stays behind for what its hook left running says so in a file, and removes it when
/// nothing is left: `DATA/kept/MACHINE/APPLICATION-NUMBER.PID`. A file without its keeper tells
/// that the keeper was killed, or the whole host stopped.
namespace orrery::hooks {

/// @param data_directory as keepers name it: absolute. @param unit `app/3`.
[[nodiscard]] std::string kept_directory(const std::string& data_directory, std::uint32_t machine);
[[nodiscard]] std::string kept_note_name(const std::string& unit, pid_t keeper);
/// Makes the file, and its directories where they are missing. What fails is not told: the keeper
/// has nobody to tell.
void write_kept_note(const std::string& data_directory,
                     std::uint32_t machine,
                     const std::string& unit);
/// Removes this process's own file.
void remove_kept_note(const std::string& data_directory,
                      std::uint32_t machine,
                      const std::string& unit);

} // namespace orrery::hooks

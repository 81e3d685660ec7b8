#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// A keeper that stays behind for what its hook left running says so in a file, and removes it when
/// nothing is left: `DATA/kept/MACHINE/APPLICATION-NUMBER.PID`. A file without its keeper tells
/// that the keeper was killed, or the whole host stopped. The file names the programs, a line each:
///
///     line = pid " " started " " name "\n"
namespace orrery::hooks {

/// A process that a hook has left running, directly below its keeper.
struct KeptProgram {
  pid_t pid = 0;
  std::uint64_t started = 0; ///< Process::started.
  std::string name;          ///< As the system names it, at most 15 bytes, without control bytes.
};

/// @param data_directory as keepers name it: absolute. @param unit `app/3`.
[[nodiscard]] std::string kept_directory(const std::string& data_directory, std::uint32_t machine);
[[nodiscard]] std::string kept_note_name(const std::string& unit, pid_t keeper);
/// Makes this process's own file anew, and its directories where they are missing. What fails is
/// not told: the keeper has nobody to tell.
void write_kept_note(const std::string& data_directory,
                     std::uint32_t machine,
                     const std::string& unit,
                     const std::vector<KeptProgram>& programs);
struct KeptNote {
  std::int64_t since = 0; ///< When it was written, in milliseconds since 1970.
  std::vector<KeptProgram> programs;
};
/// Reads what such a file says; lines that are none are passed over.
/// @returns nothing where there is no file.
[[nodiscard]] std::optional<KeptNote> read_kept_note(const std::string& path);
/// Removes this process's own file.
void remove_kept_note(const std::string& data_directory,
                      std::uint32_t machine,
                      const std::string& unit);

} // namespace orrery::hooks

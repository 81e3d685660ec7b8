#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

/// A keeper that stays behind for what its hook left running says so in a file, and removes it when
/// nothing is left: `DATA/kept/MACHINE/APPLICATION-NUMBER.PID`. A file without its keeper tells
/// that the keeper was killed, or the whole host stopped. The file names the programs, a line each:
///
///     line = pid " " started " " name "\n"
///
/// A line that begins with `x` was one of a program that has ended.
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
struct KeptNote {
  std::int64_t since = 0; ///< When it was written, in milliseconds since 1970.
  std::vector<KeptProgram> programs;
};
/// Reads what such a file says; lines that are none are passed over.
/// @returns nothing where there is no file.
[[nodiscard]] std::optional<KeptNote> read_kept_note(const std::string& path);
/// This process's own file. What fails is not told: the keeper has nobody to tell.
///
/// Programs may end, and leave heirs, by the thousand: a line more is written behind the others,
/// one of a program that has ended is marked as none, and the file is made anew when most are.
class OwnKeptNote {
public:
  OwnKeptNote(std::string data_directory, std::uint32_t machine, const std::string& unit);

  /// Names one more, at the next write.
  void add(KeptProgram program);
  /// Names it no longer, from the next write on. @returns whether it was named.
  bool drop(pid_t program);
  /// Brings the file up to date; makes it and its directories where they are missing.
  void write();
  /// Removes the file, and the machine's directory if it is empty then.
  void remove();

private:
  struct Line {
    KeptProgram program;
    std::optional<std::size_t> place; ///< Where it begins, in bytes; nothing before it is written.
  };
  [[nodiscard]] bool amend();
  void write_anew();
  /// The lines that have no place yet, which they get. @param begin the first one's.
  [[nodiscard]] std::string place_lines(std::size_t begin);

  std::string data_directory_;
  std::uint32_t machine_;
  std::string file_;
  std::unordered_map<pid_t, Line> lines_;
  std::vector<pid_t> added_;         ///< Since the last write.
  std::vector<std::size_t> dropped_; ///< Places of lines dropped since the last write.
  std::size_t size_ = 0;             ///< What was written of the file, in bytes.
  std::size_t marked_ = 0;           ///< Lines in it that are none.
};

} // namespace orrery::hooks

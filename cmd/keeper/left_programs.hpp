#pragma once

#include "actors/hooks/kept_note.hpp"
#include "actors/hooks/program_end.hpp"

#include <sys/types.h>

#include <csignal>
#include <cstdint>
#include <string>
#include <vector>

namespace orrery::keeper {

/// The programs that a unit's hook has left running: what stood below the keeper when the hook's
/// end was reported. The keeper's note (actors/hooks/kept_note.hpp) names them, and each end is
/// noted (actors/hooks/ended_note.hpp) before the program is reaped (W10).
///
/// A program that exits with status 0 and leaves processes behind has gone into the background:
/// these count in its place, and also the ends of those that have ended before anyone looked.
/// Whatever else comes below the keeper later does not count.
class LeftPrograms {
public:
  /// Looks below the keeper, and writes its note.
  LeftPrograms(const char* data_directory, std::uint32_t machine, const char* unit);

  /// A child has ended, and is not reaped yet: its name can be seen still. Looks at nothing else:
  /// a program may fork, and end, thousands of times in a second.
  void ended(const siginfo_t& child);
  /// Looks who is there in place of those that have ended since the last look, and notes the ends.
  void look();
  /// Nothing is left: the note goes.
  void none_left();

private:
  /// Ends that are noted, so that no charm fills the disk with them.
  static constexpr int most_ends = 64;
  void note(const hooks::ProgramEnd& end);
  void note_ends(const std::vector<pid_t>& heirs);

  std::string data_directory_;
  std::string unit_;
  hooks::OwnKeptNote programs_;                     ///< That have not ended.
  std::vector<hooks::ProgramEnd> ends_of_programs_; ///< Since the last look.
  std::vector<hooks::ProgramEnd> ends_of_others_;   ///< The same, in their order.
  std::vector<pid_t> known_; ///< All that stood below the keeper at its last look, sorted.
  std::int64_t since_;       ///< When the hook ended, in milliseconds since 1970.
  int noted_ = 0;
};

} // namespace orrery::keeper

#pragma once

#include "actors/hooks/unit_log.hpp"

#include <array>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>

namespace orrery::hooks {

/// Output of one hook: cut into lines of at most 16 KiB for its unit's log, up to a limit; the
/// last lines of standard error are kept in any case.
class HookOutput {
public:
  enum class Stream : std::uint8_t { Out, Err };

  /// Levels of the lines of standard output and standard error; a stream without one is not logged.
  struct Levels {
    std::string out = "INFO";
    std::string errors = "WARNING";
  };

  HookOutput(UnitLog& log, std::string hook, std::uint64_t limit, Levels levels);
  void take(Stream stream, std::string_view bytes);
  /// The hook has ended: logs what had no newline, and how much was dropped.
  void end();
  /// At most 20 lines and 4 KiB, printable.
  [[nodiscard]] std::string stderr_tail() const;

private:
  void take_line(Stream stream, std::string_view line);
  void remember(std::string_view line);

  UnitLog& log_;
  std::string hook_;
  Levels levels_;
  std::uint64_t left_;
  std::uint64_t limit_;
  std::uint64_t dropped_ = 0;
  std::array<std::string, 2> partial_;
  std::string lines_; ///< For the log, gathered during one take().
  std::deque<std::string> tail_;
  std::size_t tail_bytes_ = 0;
};

} // namespace orrery::hooks

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

/// How a program has ended that a hook had left running. No libraries: the keeper program is built
/// with it too.
///
///     text = how " " value " " since " " at " " program
///     how  = "exited" | "signaled" | "lost" | "rebooted"
namespace orrery::hooks {

struct ProgramEnd {
  enum class How : std::uint8_t {
    Exited,   ///< `value` is its exit status.
    Signaled, ///< `value` is the signal.
    Lost,     ///< With its keeper: nobody has seen how.
    Rebooted, ///< A hook has asked for that (juju-reboot): all of its machine's, if there were any.
  };
  How how = How::Exited;
  int value = 0;
  std::int64_t since = 0; ///< When its hook ended, in milliseconds since 1970.
  std::int64_t at = 0;    ///< When it ended, likewise.
  std::string program; ///< As the system names it, at most 15 bytes; of Lost: all of them, or none.
  bool operator==(const ProgramEnd&) const = default;
  /// Says whether it has failed: any end but exit status 0.
  [[nodiscard]] bool has_failed() const { return how != How::Exited || value != 0; }
};

[[nodiscard]] std::string text_of(const ProgramEnd& end);
/// @returns nothing for what no keeper has written.
[[nodiscard]] std::optional<ProgramEnd> read_end(std::string_view text);
/// A sentence without its full stop: `program redis-server was killed by signal 9 (SIGKILL)`.
[[nodiscard]] std::string sentence_of(const ProgramEnd& end);

} // namespace orrery::hooks

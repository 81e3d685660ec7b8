#pragma once

#include <tl/expected.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

/// The parts of an answer that a client shows: text, how far it is, how it ended; and what it can
/// give to its request.
namespace orrery::cmd {

/// How a verb or a script ended; what the program exits with.
enum Exit : int {
  Fine = 0,
  Failed = 1,
  Misused = 2,       ///< Usage or syntax.
  AssertFailed = 3,  ///< Console scripts only.
  TimedOut = 4,      ///< Console scripts only.
  DaemonLost = 5,    ///< Console scripts only.
  Interrupted = 130, ///< By the user, who waits for the rest no more.
  Unreachable = 255, ///< Of ssh alone: no program has run to its end.
};

/// The size of a window, in characters.
struct WindowSize {
  std::uint32_t columns = 80;
  std::uint32_t rows = 24;
};

/// Where a verb's text goes: a client's socket, a terminal, a buffer.
class Output {
public:
  virtual ~Output() = default;
  virtual void out(std::string_view text) = 0;
  virtual void err(std::string_view text) = 0;
  /// How far something has come that takes long. Only the newest counts; it may never be shown.
  /// Empty: from now on nothing is shown, because what is printed tells enough.
  virtual void progress(std::string_view) {}
  /// Hands the user's side of a program's terminal over, for the user to type into until the
  /// program has ended.  @returns false if there is no terminal of a user's behind this.
  [[nodiscard]] virtual bool hand_over(int terminal) {
    (void)terminal;
    return false;
  }
  /// Hands the user's sides of a program's standard streams over, for the client to pass its own on
  /// until the program has ended.
  /// @returns false if there is no client behind this.
  [[nodiscard]] virtual bool hand_over(const std::array<int, 3>& streams) {
    (void)streams;
    return false;
  }
  /// The size that the client's window has got since it was last asked for; nothing if that has not
  /// changed.
  [[nodiscard]] virtual std::optional<WindowSize> resized() { return std::nullopt; }
  /// Whether nobody waits for the rest any more; asked now and then by whatever takes long.
  [[nodiscard]] virtual bool cancelled() = 0;
  /// Whether standard output has taken less than it was given: what only shows what comes, without
  /// an end of its own, ends then.
  [[nodiscard]] virtual bool is_cut() { return false; }
};

/// A client's standard input. Nothing of it is read before somebody asks.
class Input {
public:
  virtual ~Input() = default;
  /// Waits for its end. @returns why it cannot be had: more than `most` bytes, read before, given
  /// up, unreadable
  [[nodiscard]] virtual tl::expected<std::string, std::string> read(std::size_t most) = 0;
};

/// What the client's terminal can show.
struct Terminal {
  bool is_tty = false; ///< Standard output is one.
  bool colour = false;
  bool progress = false; ///< Somebody looks at standard error.
  std::uint32_t columns = 80;
  std::uint32_t rows = 24;
  std::string type{};    ///< TERM; empty: not told.
  bool is_typed = false; ///< Standard input is one, too.
};

} // namespace orrery::cmd

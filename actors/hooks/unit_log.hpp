#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace orrery::hooks {

/// A unit's log: `2026-11-21T05:33:12.125Z INFO install: text`, one line each. What a hook prints
/// on its standard output is INFO, on its standard error WARNING. Several may append to one log:
/// each append is one write.
class UnitLog {
public:
  /// @param path empty: there is none. @param limit bytes before it is renamed to `.1`.
  UnitLog(std::string path, std::uint64_t limit);
  ~UnitLog();
  UnitLog(const UnitLog&) = delete;
  UnitLog& operator=(const UnitLog&) = delete;

  /// Opens it, or makes it with its directory; otherwise the first line does that.  @returns why it
  /// cannot be opened.
  [[nodiscard]] std::string open();
  /// Appends whole lines made with log_line(). A log that cannot be written (full disk) loses them:
  /// hooks go on.
  void append(std::string_view lines);

private:
  void open_or_make();
  void rotate_if_full();
  void reopen();

  std::string path_;
  std::uint64_t limit_;
  int file_ = -1;
};

/// The content of one line. What an agent says in the name `agent` or `status` no hook can say.
struct UnitLine {
  std::string level; ///< `INFO`, `WARNING`.
  std::string source;
  std::string text;
};
/// One line of a log with the present time and its newline; `text` is made printable.
[[nodiscard]] std::string
log_line(std::string_view level, std::string_view hook, std::string_view text);
[[nodiscard]] inline std::string log_line(const UnitLine& line) {
  return log_line(line.level, line.source, line.text);
}

} // namespace orrery::hooks

#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace orrery::hooks {

/// A unit's log: `2026-11-21T05:33:12Z INFO install: text`, one line each. What a hook prints on
/// its standard output is INFO, on its standard error WARNING. Several may append to one log: each
/// append is one write.
class UnitLog {
public:
  /// Opens (and makes) the log, with its directory.  @param limit bytes before it is renamed to
  /// `.1`.
  /// @returns with is_open() false if that fails; `why` says why.
  UnitLog(std::filesystem::path path, std::uint64_t limit, std::string& why);
  ~UnitLog();
  UnitLog(const UnitLog&) = delete;
  UnitLog& operator=(const UnitLog&) = delete;

  [[nodiscard]] bool is_open() const { return file_ >= 0; }
  /// Appends whole lines made with log_line(). A log that cannot be written (full disk) loses them:
  /// hooks go on.
  void append(std::string_view lines);

private:
  void rotate_if_full();
  void reopen();

  std::filesystem::path path_;
  std::uint64_t limit_;
  int file_ = -1;
};

/// One line of a log with the present time and its newline; `text` is made printable.
[[nodiscard]] std::string
log_line(std::string_view level, std::string_view hook, std::string_view text);

} // namespace orrery::hooks

#pragma once

#include "cmd/logs/log_line.hpp"

#include <tl/expected.hpp>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace orrery::cmd {

/// The logs below a directory, read forward and merged by time.
class LogFiles {
public:
  /// Whether an entity's log is wanted at all.
  using Wanted = std::function<bool(const std::string& entity)>;
  /// Takes a line; false ends the reading.
  using Visit = std::function<bool(const LogLine& line)>;

  LogFiles(std::filesystem::path directory, Wanted wanted)
    : directory_{std::move(directory)}, wanted_{std::move(wanted)} {}

  /// Finds the logs there are. Errors: more than 4096 are wanted.
  [[nodiscard]] tl::expected<void, std::string> find();
  /// Whether no log that is wanted was found.
  [[nodiscard]] bool empty() const { return files_.empty(); }
  /// Leaves out all but each log's last lines.
  void skip_to_last(std::size_t lines);
  /// Passes on the whole lines that have come since the last call, in the order of their times.
  /// A line without a time follows the one before it. @returns false if `visit` did.
  bool read(const Visit& visit);

private:
  struct File {
    std::uint64_t offset = 0; ///< What has been read.
    std::uint64_t inode = 0;  ///< Another one under this name is a fresh log.
    std::string buffer;       ///< Read, not yet passed on.
    std::size_t used = 0;     ///< Of the buffer.
    std::string time;         ///< Of the last line that had one.
  };

  /// A log that was renamed takes along what is known of it.
  void follow_renamed();
  /// The file's next whole line; empty optional at its end.
  std::optional<LogLine> next(const std::string& name, File& file) const;
  [[nodiscard]] bool refill(const std::string& name, File& file) const;

  std::filesystem::path directory_;
  Wanted wanted_;
  std::map<std::string, File> files_; ///< By file name.
};

} // namespace orrery::cmd

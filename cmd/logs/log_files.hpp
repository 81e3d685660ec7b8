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

/// The logs below one or two directories, read forward and merged by time.
class LogFiles {
public:
  /// Whether an entity's log is wanted at all.
  using Wanted = std::function<bool(const std::string& entity)>;
  /// Takes a line; false ends the reading.
  using Visit = std::function<bool(const LogLine& line)>;

  /// @param other a second directory with logs, of other names; it may be the same.
  LogFiles(std::filesystem::path directory, Wanted wanted, std::filesystem::path other = {})
    : directories_{std::move(directory), std::move(other)}, wanted_{std::move(wanted)} {}

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
    std::filesystem::path path;
    std::uint64_t offset = 0; ///< What has been read.
    std::uint64_t inode = 0;  ///< Another one under this name is a fresh log.
    std::string buffer;       ///< Read, not yet passed on.
    std::size_t used = 0;     ///< Of the buffer.
    std::string time;         ///< Of the last line that had one.
    static File at(std::filesystem::path path) {
      File file;
      file.path = std::move(path);
      return file;
    }
  };

  /// A log that was renamed takes along what is known of it.
  void follow_renamed();
  /// The file's next whole line; empty optional at its end.
  static std::optional<LogLine> next(const std::string& name, File& file);
  [[nodiscard]] static bool refill(File& file);

  std::vector<std::filesystem::path> directories_;
  Wanted wanted_;
  std::map<std::string, File> files_; ///< By file name.
};

} // namespace orrery::cmd

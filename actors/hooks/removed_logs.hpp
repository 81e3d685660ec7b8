#pragma once

#include <cstddef>
#include <deque>
#include <filesystem>
#include <string>

namespace orrery::hooks {

/// Keeps the logs of the units that were removed last, and deletes those of earlier ones. Which they are lies in a file
/// of names, DIRECTORY/removed, one a line, oldest first: nobody has to look through the directory. For one thread.
class RemovedLogs {
public:
  /// @param directory of the logs.
  /// @param kept how many logs stay.
  RemovedLogs(std::filesystem::path directory, std::size_t kept);
  /// A unit is gone; `log` is its log's file name. A log that cannot be deleted stays.
  void add(const std::string& log);

private:
  void trim();
  void rewrite();

  std::filesystem::path directory_;
  std::size_t kept_;
  std::deque<std::string> names_; ///< At most kept_.
  std::size_t written_ = 0;       ///< Lines of the file: at most twice as many, and some.
};

} // namespace orrery::hooks

#pragma once

#include <cstddef>
#include <deque>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>

namespace orrery::hooks {

/// Keeps the logs of the units that were removed last, and has those of earlier ones deleted. Which
/// they are lies in a file of names, DIRECTORY/removed, one a line, oldest first: nobody has to
/// look through the directory. For one thread.
class RemovedLogs {
public:
  /// Takes a file away, if it is there.
  using TakeAway = std::function<void(const std::filesystem::path& file)>;

  /// @param directory of the logs.
  /// @param kept how many logs stay.
  RemovedLogs(std::filesystem::path directory, std::size_t kept, TakeAway take_away);
  /// A unit is gone; `log` is its log's file name.
  void add(const std::string& log);

private:
  void open();
  void write(const std::string& log);
  void trim();
  void rewrite();

  std::filesystem::path directory_;
  std::size_t kept_;
  TakeAway take_away_;
  std::deque<std::string> names_; ///< At most kept_.
  std::size_t written_ = 0;       ///< Lines of the file: at most twice as many, and some.
  std::ofstream file_;            ///< Open from the beginning: a removal leaves no descriptor more.
};

} // namespace orrery::hooks

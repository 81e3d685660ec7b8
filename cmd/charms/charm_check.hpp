#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace orrery::cmd {

/// One thing that deploying a charm would say, and where.
struct CharmRemark {
  bool is_error = false; ///< True if the charm is refused for it; otherwise a warning.
  std::string file;      ///< As the user named the charm, with the way from there.
  int line = 0;          ///< From 1; 0 if the whole file is meant.
  int column = 0;        ///< From 1; 0 if the whole line is meant.
  std::string text;
};

/// All that deploying a charm would say of the charm itself: its files as they are read, what it
/// cannot run without, and what its directory may not hold. By file in the order of reading, then
/// by line and column.
///
/// Without an error the charm can be deployed; the first error of a reading that stops there is
/// among those of that file.
/// @param given a directory or an archive, as the user named it
[[nodiscard]] std::vector<CharmRemark> check_charm_files(const std::filesystem::path& given);

/// How many of them are errors.
[[nodiscard]] std::size_t count_errors(const std::vector<CharmRemark>& remarks);

} // namespace orrery::cmd

#include "cmd/verbs/machine_data.hpp"

#include "actors/hooks/ended_programs.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace orrery::cmd {

namespace {

namespace fs = std::filesystem;

/// The size of a directory in people's units, none smaller than a KiB.
std::string size_below(const fs::path& directory) {
  constexpr std::size_t most_files = 200'000;
  std::uint64_t bytes = 0;
  std::size_t files = 0;
  std::error_code error; // what cannot be read is not counted
  fs::recursive_directory_iterator entry(directory, error);
  for (; !error && entry != fs::recursive_directory_iterator() && files < most_files;
       entry.increment(error), ++files)
    if (std::error_code gone; entry->symlink_status(gone).type() == fs::file_type::regular)
      if (const std::uintmax_t size = entry->file_size(gone); !gone)
        bytes += size;
  constexpr std::array<std::string_view, 4> units{"KiB", "MiB", "GiB", "TiB"};
  constexpr std::uint64_t step = 1024;
  std::size_t unit = 0;
  std::uint64_t count = (bytes + step - 1) / step;
  for (; count >= 10 * step && unit + 1 < units.size(); ++unit)
    count = (count + step - 1) / step;
  return (files == most_files ? "more than " : "") + std::to_string(count) + " "
         + std::string(units.at(unit));
}

/// Names the units that have a directory there, the first twenty.
std::string units_in(const fs::path& directory) {
  constexpr std::size_t most_named = 20;
  std::vector<std::string> units;
  std::error_code error;
  for (fs::directory_iterator entry(directory, error); !error && entry != fs::directory_iterator();
       entry.increment(error))
    if (auto unit = hooks::unit_of_directory(entry->path().filename().string()); !unit.empty())
      units.push_back(std::move(unit));
  std::sort(units.begin(), units.end(), store::natural_less);
  std::string names;
  for (std::size_t i = 0; i < std::min(units.size(), most_named); ++i)
    names += (i > 0 ? ", " : "") + units[i];
  if (units.size() > most_named)
    names += " and " + std::to_string(units.size() - most_named) + " more";
  return names;
}

} // namespace

std::string machine_data(const fs::path& data_directory, store::MachineId machine) {
  const fs::path directory = data_directory / "machines" / std::to_string(machine);
  std::error_code error;
  if (!fs::is_directory(directory, error))
    return {};
  const std::string units = units_in(directory / "units");
  return directory.string() + ", " + size_below(directory)
         + (units.empty() ? "" : ", of units " + units);
}

} // namespace orrery::cmd

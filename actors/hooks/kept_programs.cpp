#include "actors/hooks/kept_programs.hpp"

#include "actors/hooks/kept_note.hpp"
#include "config/number.hpp"
#include "store/names.hpp"

#include <unistd.h>

#include <cerrno>
#include <optional>
#include <system_error>

namespace orrery::hooks {

namespace {

namespace fs = std::filesystem;

/// Reads `APPLICATION-NUMBER.PID`; nothing for a file that no keeper has made.
std::optional<KeptPrograms> read_name(const std::string& name) {
  const std::size_t dot = name.rfind('.');
  const std::size_t dash = name.rfind('-', dot);
  if (dot == std::string::npos || dash == std::string::npos)
    return std::nullopt;
  KeptPrograms kept;
  kept.unit = name.substr(0, dash) + "/" + name.substr(dash + 1, dot - dash - 1);
  const auto keeper = config::parse_number<pid_t>(std::string_view(name).substr(dot + 1));
  if (!keeper || !store::is_unit_name(kept.unit))
    return std::nullopt;
  kept.keeper = *keeper;
  return kept;
}

template <class Take>
void each_name(const fs::path& directory, Take take) {
  std::error_code error; // not there: nothing is kept
  for (fs::directory_iterator entry(directory, error); !error && entry != fs::directory_iterator();
       entry.increment(error))
    take(entry->path().filename().string());
}

} // namespace

std::vector<KeptPrograms> kept_programs(const fs::path& data_directory, std::uint32_t machine) {
  std::vector<KeptPrograms> all;
  each_name(kept_directory(data_directory.string(), machine), [&](const std::string& name) {
    auto kept = read_name(name);
    if (!kept)
      return;
    const auto keeper = keeper_at(kept->keeper, data_directory);
    kept->machine = machine;
    kept->alive = keeper && keeper->machine == machine && keeper->unit == kept->unit;
    all.push_back(std::move(*kept));
  });
  return all;
}

std::vector<std::uint32_t> machines_with_kept_programs(const fs::path& data_directory) {
  std::vector<std::uint32_t> machines;
  each_name(data_directory / "kept", [&](const std::string& name) {
    if (const auto machine = store::parse_id(name))
      machines.push_back(*machine);
  });
  return machines;
}

void forget_lost_programs(const fs::path& data_directory,
                          std::uint32_t machine,
                          const std::string& unit) {
  const fs::path directory = kept_directory(data_directory.string(), machine);
  if (rmdir(directory.c_str()) == 0 || errno == ENOENT)
    return;                // nothing is kept there, as on most machines
  std::error_code ignored; // what stays is looked at again when the machine is
  for (const KeptPrograms& kept : kept_programs(data_directory, machine))
    if (!kept.alive && (unit.empty() || kept.unit == unit))
      fs::remove(directory / kept_note_name(kept.unit, kept.keeper), ignored);
  fs::remove(directory, ignored); // if it is empty now
}

} // namespace orrery::hooks

#include "cmd/engine/run_as.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdint>
#include <filesystem>
#include <fstream>

namespace orrery::cmd {

namespace {

namespace fs = std::filesystem;

/// Whether this process's user namespace has all of these users.
bool are_mapped(const config::UserRange& range) {
  std::ifstream map("/proc/self/uid_map");
  std::uint64_t inside = 0, outside = 0, count = 0;
  while (map >> inside >> outside >> count)
    if (range.first >= inside && range.last < inside + count)
      return true;
  return false;
}

/// The first directory above the data that not everybody may enter; empty if there is none.
fs::path closed_parent(const fs::path& data) {
  fs::path here;
  for (const fs::path& part : data.parent_path()) {
    here /= part;
    struct stat found {};
    if (::stat(here.c_str(), &found) == 0 && (found.st_mode & S_IXOTH) == 0)
      return here;
  }
  return {};
}

} // namespace

tl::expected<void, std::string> may_run_as_units(const config::Settings& settings) {
  if (!settings.run_as_unit)
    return {};
  if (::geteuid() != 0)
    return tl::unexpected(fmt::format("run-as: unit needs root, this is user {}: serve as root, or "
                                      "write run-as: orchestrator",
                                      ::geteuid()));
  if (!are_mapped(settings.run_as_range))
    return tl::unexpected(fmt::format("run-as-range: users {}-{} are not all there in this user "
                                      "namespace (/proc/self/uid_map): choose others",
                                      settings.run_as_range.first, settings.run_as_range.last));
  std::error_code error; // a directory that is not there yet is as it is named
  fs::path data = fs::weakly_canonical(settings.data_directory, error);
  if (const fs::path closed = closed_parent(error ? settings.data_directory : data);
      !closed.empty())
    return tl::unexpected(fmt::format("run-as: unit: units cannot enter {}, in which the data "
                                      "directory lies: chmod o+x it, or choose another "
                                      "data-directory",
                                      closed.string()));
  return {};
}

} // namespace orrery::cmd

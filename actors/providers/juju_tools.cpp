#include "actors/providers/juju_tools.hpp"

#include <string>
#include <system_error>

namespace orrery::providers {

namespace {

namespace fs = std::filesystem;

fs::path link_of(const fs::path& juju_tools, store::MachineId machine) {
  return juju_tools / ("machine-" + std::to_string(machine));
}

/// Makes a directory and those above it that are not there. Everybody may look into them, as in
/// Juju's, whatever our umask: units may have users of their own, and charms keep files in
/// /var/lib/juju that are for others.
void make_for_all(const fs::path& directory) {
  std::error_code ignored;
  if (directory.empty() || fs::exists(directory, ignored))
    return;
  make_for_all(directory.parent_path());
  if (fs::create_directory(directory, ignored))
    fs::permissions(directory, fs::perms(0755), ignored);
}

} // namespace

void link_juju_tools(const fs::path& juju_tools, store::MachineId machine, const fs::path& tools) {
  if (juju_tools.empty())
    return;
  std::error_code ignored; // what cannot be made is left out
  const fs::path link = link_of(juju_tools, machine);
  if (fs::exists(link, ignored))
    return;
  if (fs::is_symlink(fs::symlink_status(link, ignored)))
    fs::remove(link, ignored); // of an orchestrator whose data is gone
  make_for_all(juju_tools);
  fs::create_directory_symlink(tools, link, ignored);
}

void unlink_juju_tools(const fs::path& juju_tools,
                       store::MachineId machine,
                       const fs::path& tools) {
  if (juju_tools.empty())
    return;
  std::error_code ignored;
  const fs::path link = link_of(juju_tools, machine);
  if (fs::read_symlink(link, ignored) == tools)
    fs::remove(link, ignored);
}

} // namespace orrery::providers

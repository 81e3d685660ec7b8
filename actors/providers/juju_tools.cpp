#include "actors/providers/juju_tools.hpp"

#include <string>
#include <system_error>

namespace orrery::providers {

namespace {

namespace fs = std::filesystem;

fs::path link_of(const fs::path& juju_tools, store::MachineId machine) {
  return juju_tools / ("machine-" + std::to_string(machine));
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
  fs::create_directories(juju_tools, ignored);
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

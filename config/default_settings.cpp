#include "config/home.hpp"
#include "config/settings.hpp"
#include "config/user_entry.hpp"

#include <unistd.h>

#include <cstdlib>

namespace orrery::config {

std::filesystem::path home_directory() {
  if (const char* home = std::getenv("HOME"); home != nullptr && *home == '/')
    return home;
  const auto user = user_entry(::getuid());
  return user ? user->home : std::filesystem::path{};
}

Settings default_settings() {
  Settings settings;
  const char* data_home = std::getenv("XDG_DATA_HOME");
  // The XDG specification has relative paths ignored.
  if (data_home != nullptr && *data_home == '/')
    settings.data_directory = std::filesystem::path{data_home} / "orrery";
  else
    settings.data_directory = home_directory() / ".local/share/orrery";
  settings.socket = settings.data_directory / "orrery.socket";
  if (::geteuid() == 0)
    settings.juju_tools = "/var/lib/juju/tools";
  settings.address_block = 0;
  return settings;
}

} // namespace orrery::config

#include "config/home.hpp"
#include "config/settings.hpp"

#include <pwd.h>
#include <unistd.h>

#include <array>
#include <cstdlib>

namespace orrery::config {

std::filesystem::path home_directory() {
  if (const char* home = std::getenv("HOME"); home != nullptr && *home == '/')
    return home;
  passwd entry{};
  passwd* found = nullptr;
  std::array<char, 16 * 1024> buffer{};
  if (::getpwuid_r(::getuid(), &entry, buffer.data(), buffer.size(), &found) == 0
      && found != nullptr && found->pw_dir != nullptr)
    return found->pw_dir;
  return {};
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

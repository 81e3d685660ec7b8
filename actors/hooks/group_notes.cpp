#include "actors/hooks/group_notes.hpp"

#include "actors/hooks/control_group.hpp"
#include "actors/hooks/machine_groups.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <sstream>

namespace orrery::hooks {

namespace fs = std::filesystem;

std::string group_place_name(const fs::path& model) {
  struct stat found {};
  if (::stat(model.c_str(), &found) != 0)
    return {};
  std::ostringstream name;
  name << "orrery-" << std::hex << found.st_dev << '-' << found.st_ino;
  return name.str();
}

std::vector<fs::path> noted_group_places(const fs::path& model) {
  const std::string name = group_place_name(model);
  std::vector<fs::path> places;
  std::ifstream lines(model / "groups");
  for (std::string line; places.size() < most_noted_places && std::getline(lines, line);)
    if (const fs::path place = line; place.is_absolute() && place.filename() == name)
      places.push_back(place);
  return places;
}

bool end_noted_groups(const fs::path& model) {
  constexpr std::chrono::seconds patience{5};
  bool any = false;
  for (const fs::path& place : noted_group_places(model)) {
    if (has_processes(place.string())) {
      any = true;
      kill_group(place.string());
      wait_until_empty(place.string(), std::chrono::steady_clock::now() + patience);
    }
    remove_empty_machine_groups(place);
    ::rmdir(place.c_str()); // refused where the kernel holds a process
  }
  return any;
}

} // namespace orrery::hooks

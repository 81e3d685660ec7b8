#include "cmd/engine/group_places.hpp"

#include "actors/hooks/group_notes.hpp"
#include "actors/hooks/machine_groups.hpp"
#include "actors/runtime/log.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <fstream>
#include <sstream>
#include <string>
#include <system_error>

namespace orrery::cmd {

namespace {

namespace fs = std::filesystem;
constexpr std::string_view nowhere = "none";

/// This process's group as /proc names it, from the top of the hierarchy; empty if there is none.
std::string own_group_name() {
  std::ifstream groups("/proc/self/cgroup");
  for (std::string line; std::getline(groups, line);)
    if (line.starts_with("0::"))
      return line.substr(3);
  return {};
}

/// This process's group as a directory; empty where none is mounted.
fs::path own_group() {
  const std::string name = own_group_name();
  std::ifstream mounts("/proc/self/mountinfo");
  for (std::string line; !name.empty() && std::getline(mounts, line);) {
    std::istringstream words(line);
    std::string skipped, root, point;
    words >> skipped >> skipped >> skipped >> root >> point;
    if (line.find(" - cgroup2 ") == std::string::npos)
      continue;
    if (root == "/")
      return fs::path(point + name).lexically_normal();
    if (name == root || name.starts_with(root + "/"))
      return fs::path(point + name.substr(root.size())).lexically_normal();
  }
  return {};
}

/// Notes the places. A failure is said: programs that no keeper holds are then not found later.
void write_places(const fs::path& file, const GroupPlaces& places) {
  const fs::path fresh = file.string() + ".new";
  std::ofstream lines(fresh, std::ios::trunc);
  for (const fs::path& place : places.earlier)
    lines << place.string() << '\n';
  if (places.is_own)
    lines << places.current.string() << '\n';
  lines.close();
  std::error_code error;
  if (lines)
    fs::rename(fresh, file, error);
  if (!lines || error)
    runtime::log("serve")->warn(
      "control groups of this process will not be found by the next one{}",
      runtime::field("why", file.string() + " cannot be written"));
}

/// Makes a place below this process's own group.  @returns why there is none.
std::string make_own_place(const std::string& name, GroupPlaces& places) {
  const fs::path group = own_group();
  if (group.empty())
    return "this process is in no control group of version 2";
  const fs::path place = group / name;
  if (::mkdir(place.c_str(), 0755) != 0 && errno != EEXIST)
    return fmt::format("no group can be made in {}: {}", group.string(),
                       std::generic_category().message(errno));
  if (std::string why = hooks::try_machine_groups(place); !why.empty()) {
    ::rmdir(place.c_str());
    return why;
  }
  places.current = place;
  places.is_own = true;
  return {};
}

/// Hands down what limits need. What cannot be had is said; what else was wished holds.
void hand_down_controllers(const fs::path& place, const config::Settings& settings) {
  for (const auto& [wanted, controller] :
       {std::pair(settings.unit_processes, "pids"), std::pair(settings.unit_memory, "memory")}) {
    if (wanted == 0)
      continue;
    const std::string why = place.empty() ? "units have no control groups of their own"
                                          : hooks::hand_down_controller(place, controller);
    if (!why.empty())
      runtime::log("serve")->warn("a limit of units does not hold{}{}",
                                  runtime::field("limit", controller), runtime::field("why", why));
  }
}

} // namespace

GroupPlaces
settle_groups(const fs::path& wanted, const fs::path& model, const config::Settings& settings) {
  GroupPlaces places;
  const fs::path file = model / "groups";
  std::string why;
  if (wanted.empty())
    why = make_own_place(hooks::group_place_name(model), places);
  else if (wanted != nowhere && (why = hooks::try_machine_groups(wanted)).empty())
    places.current = wanted;
  if (!why.empty() && !wanted.empty())
    runtime::log("serve")->warn(
      "machines have no control groups of their own: their programs share the orchestrator's{}",
      runtime::field("why", why));
  else if (!why.empty())
    runtime::log("serve")->debug("units have no control groups of their own{}",
                                 runtime::field("why", why));
  hooks::end_unheld_programs(places.current);
  hooks::remove_empty_machine_groups(places.current);
  for (const fs::path& place : hooks::noted_group_places(model)) {
    if (place == places.current)
      continue;
    hooks::end_unheld_programs(place);
    hooks::remove_empty_machine_groups(place);
    if (::rmdir(place.c_str()) != 0 && errno != ENOENT)
      places.earlier.push_back(place);
  }
  std::error_code none; // not there: nothing to forget
  if (places.is_own || !places.earlier.empty())
    write_places(file, places);
  else
    fs::remove(file, none);
  hand_down_controllers(places.current, settings);
  return places;
}

fs::path groups_of_added(const fs::path& wanted, const std::string& uuid) {
  if (wanted.empty() || wanted == nowhere)
    return wanted;
  const fs::path place = wanted / ("model-" + uuid);
  (void)::mkdir(place.c_str(), 0755); // where it cannot be made, settle_groups says so
  return place;
}

void leave_groups(const GroupPlaces& places) {
  hooks::remove_empty_machine_groups(places.current);
  if (places.is_own)
    ::rmdir(places.current.c_str()); // refused where programs run still
}

} // namespace orrery::cmd

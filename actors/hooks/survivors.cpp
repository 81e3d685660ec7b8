#include "actors/hooks/survivors.hpp"

#include "actors/hooks/process_tree.hpp"
#include "config/printable.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <fstream>

namespace orrery::hooks {

namespace {

constexpr std::size_t most_named = 5;

std::string name_of(pid_t pid) {
  std::string name;
  std::ifstream file("/proc/" + std::to_string(pid) + "/comm");
  std::getline(file, name);
  return config::printable(name);
}

std::string reason_to_live(const Process& process, bool is_foreign) {
  const std::string place = "/proc/" + std::to_string(process.pid);
  std::string text = "process " + std::to_string(process.pid) + " (" + name_of(process.pid) + ") ";
  struct stat owner {};
  if (is_foreign && stat(place.c_str(), &owner) == 0)
    return text + "belongs to user " + std::to_string(owner.st_uid) + ", and user "
           + std::to_string(geteuid()) + " may not end it";
  text += "does not end although it was killed: the kernel holds it";
  return process.state == 'D' ? text + ", which waits for a device (state D)" : text;
}

} // namespace

Survivors survivors_of(const std::vector<pid_t>& processes) {
  Survivors survivors;
  std::size_t count = 0;
  for (const pid_t pid : processes) {
    const auto process = read_process(pid);
    if (!process || process->zombie)
      continue;
    const bool is_foreign = kill(pid, 0) != 0 && errno == EPERM;
    survivors.ours = survivors.ours || !is_foreign;
    if (++count <= most_named)
      survivors.text += (count > 1 ? "; " : "") + reason_to_live(*process, is_foreign);
  }
  if (count > most_named)
    survivors.text += "; and " + std::to_string(count - most_named) + " more";
  return survivors;
}

} // namespace orrery::hooks

#include "actors/hooks/kept_note.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>

namespace orrery::hooks {

namespace {

constexpr mode_t directory_mode = 0700;

std::string
own_note(const std::string& data_directory, std::uint32_t machine, const std::string& unit) {
  return kept_directory(data_directory, machine) + "/" + kept_note_name(unit, getpid());
}

} // namespace

std::string kept_directory(const std::string& data_directory, std::uint32_t machine) {
  return data_directory + "/kept/" + std::to_string(machine);
}

std::string kept_note_name(const std::string& unit, pid_t keeper) {
  std::string name = unit;
  std::replace(name.begin(), name.end(), '/', '-');
  return name + "." + std::to_string(keeper);
}

void write_kept_note(const std::string& data_directory,
                     std::uint32_t machine,
                     const std::string& unit) {
  mkdir((data_directory + "/kept").c_str(), directory_mode);
  mkdir(kept_directory(data_directory, machine).c_str(), directory_mode);
  const int file = open(own_note(data_directory, machine, unit).c_str(),
                        O_CREAT | O_WRONLY | O_CLOEXEC, S_IRUSR | S_IWUSR);
  if (file >= 0)
    close(file);
}

void remove_kept_note(const std::string& data_directory,
                      std::uint32_t machine,
                      const std::string& unit) {
  unlink(own_note(data_directory, machine, unit).c_str());
  rmdir(kept_directory(data_directory, machine).c_str()); // if it is empty now
}

} // namespace orrery::hooks

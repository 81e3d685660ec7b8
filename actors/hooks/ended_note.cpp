#include "actors/hooks/ended_note.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

namespace orrery::hooks {

std::string ended_directory(const std::string& data_directory, const std::string& unit) {
  std::string name = unit;
  std::replace(name.begin(), name.end(), '/', '-');
  return data_directory + "/ended/" + name;
}

void write_ended_note(const std::string& data_directory,
                      const std::string& unit,
                      const std::string& name,
                      const ProgramEnd& end) {
  constexpr mode_t owner_only = 0700;
  constexpr int most_tries = 100; // an agent may remove the directory each time
  const std::string directory = ended_directory(data_directory, unit);
  mkdir((data_directory + "/ended").c_str(), owner_only);
  for (int tries = 0; tries < most_tries; ++tries) {
    mkdir(directory.c_str(), owner_only);
    if (symlink(text_of(end).c_str(), (directory + "/" + name).c_str()) == 0 || errno != ENOENT)
      return;
  }
}

} // namespace orrery::hooks

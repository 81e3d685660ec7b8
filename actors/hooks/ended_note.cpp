#include "actors/hooks/ended_note.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>

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
  const std::string all = data_directory + "/ended";
  const std::string directory = ended_directory(data_directory, unit);
  const std::string text = text_of(end);
  // A unit's directory comes with its first note in it: who hears of it has something to see.
  const std::string half = all + "/." + name;
  mkdir(all.c_str(), owner_only);
  for (int tries = 0; tries < most_tries; ++tries) {
    if (symlink(text.c_str(), (directory + "/" + name).c_str()) == 0 || errno != ENOENT)
      return;
    mkdir(half.c_str(), owner_only);
    symlink(text.c_str(), (half + "/" + name).c_str());
    if (rename(half.c_str(), directory.c_str()) == 0)
      return;
    unlink((half + "/" + name).c_str());
    rmdir(half.c_str());
  }
}

} // namespace orrery::hooks

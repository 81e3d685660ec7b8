#include "config/kept_charms.hpp"

#include <fcntl.h>
#include <sys/file.h>

#include <cerrno>
#include <system_error>

namespace orrery::config {

namespace {

Descriptor open_kept_charms(const std::filesystem::path& charms) {
  return Descriptor(::open(charms.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
}

} // namespace

CharmsHold hold_kept_charms(const std::filesystem::path& charms) {
  std::error_code error;
  std::filesystem::create_directories(charms, error);
  auto directory = std::make_shared<Descriptor>(open_kept_charms(charms));
  int locked = -1;
  do
    locked = directory->is_open() ? ::flock(directory->get(), LOCK_SH) : 0;
  while (locked != 0 && errno == EINTR);
  return directory->is_open() && locked == 0 ? directory : nullptr;
}

Descriptor close_kept_charms(const std::filesystem::path& charms) {
  Descriptor directory = open_kept_charms(charms);
  if (directory.is_open() && ::flock(directory.get(), LOCK_EX | LOCK_NB) != 0)
    directory.close();
  return directory;
}

} // namespace orrery::config

#include "config/kept_charms.hpp"

#include <fcntl.h>
#include <sys/file.h>

#include <cerrno>
#include <system_error>
#include <utility>

namespace orrery::config {

namespace {

Descriptor open_kept_charms(const std::filesystem::path& charms) {
  return Descriptor(::open(charms.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
}

} // namespace

/// Unlocks first: a child of this process that has not begun its program yet may have the directory
/// open still, and the lock with it.
HeldCharms::~HeldCharms() {
  (void)::flock(directory_.get(), LOCK_UN);
  directory_.close();
  if (ended_)
    ended_();
}

CharmsHold hold_kept_charms(const std::filesystem::path& charms, std::function<void()> ended) {
  std::error_code error;
  std::filesystem::create_directories(charms, error);
  Descriptor directory = open_kept_charms(charms);
  if (!directory.is_open())
    return nullptr;
  int locked = -1;
  do
    locked = ::flock(directory.get(), LOCK_SH);
  while (locked != 0 && errno == EINTR);
  if (locked != 0)
    return nullptr;
  return std::make_shared<HeldCharms>(std::move(directory), std::move(ended));
}

Descriptor close_kept_charms(const std::filesystem::path& charms) {
  Descriptor directory = open_kept_charms(charms);
  if (directory.is_open() && ::flock(directory.get(), LOCK_EX | LOCK_NB) != 0)
    directory.close();
  return directory;
}

} // namespace orrery::config

#include "config/opened_directory.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include <cerrno>
#include <utility>

namespace orrery::config {

namespace fs = std::filesystem;

OpenedDirectory::OpenedDirectory(fs::path path, int flags)
  : path_(std::move(path)),
    descriptor_(::open(path_.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC | flags)),
    fault_(descriptor_.is_open() ? 0 : errno) {}

OpenedDirectory OpenedDirectory::named(fs::path path) {
  return {std::move(path), 0};
}

OpenedDirectory OpenedDirectory::no_link(fs::path path) {
  return {std::move(path), O_NOFOLLOW};
}

Descriptor OpenedDirectory::open(const fs::path& inside, int flags) const {
  if (is_open())
    return open_beneath(descriptor_.get(), inside, flags, Links::Inside);
  errno = fault_;
  return {};
}

bool OpenedDirectory::has(const fs::path& name) const {
  struct stat found {};
  return is_open()
         && (fstatat(descriptor_.get(), name.c_str(), &found, AT_SYMLINK_NOFOLLOW) == 0
             || (errno != ENOENT && errno != ENOTDIR));
}

bool OpenedDirectory::may_have(const fs::path& inside) const {
  return open(inside, O_PATH).is_open() || is_link_out(errno);
}

bool OpenedDirectory::leads_out(const fs::path& inside) const {
  return !open(inside, O_PATH).is_open() && is_link_out(errno);
}

bool is_link_out(int number) {
  return number == EXDEV || number == ELOOP;
}

} // namespace orrery::config

#include "cmd/backup/durable.hpp"

#include "config/descriptor.hpp"
#include "config/sync_directory.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <system_error>

namespace orrery::backup {

namespace {

namespace fs = std::filesystem;
using Synced = tl::expected<void, std::string>;

constexpr std::size_t note_max = 4096; ///< Bytes that are read of one.

tl::unexpected<std::string> system_refuses(const std::string& doing) {
  return tl::unexpected("cannot " + doing + ": " + std::generic_category().message(errno));
}

Synced synced(const fs::path& directory, int error) {
  if (error == 0)
    return {};
  errno = error;
  return system_refuses("write " + directory.string() + " to the disk");
}

} // namespace

bool is_there(const fs::path& path) {
  struct stat found {};
  return ::lstat(path.c_str(), &found) == 0;
}

Synced sync_all(const fs::path& directory) {
  return synced(directory, config::sync_file_system(directory));
}

Synced sync_names(const fs::path& directory) {
  return synced(directory, config::sync_directory(directory));
}

Synced put_in_place(const fs::path& directory, const fs::path& place) {
  if (auto written = sync_all(directory); !written)
    return written;
  if (::renameat2(AT_FDCWD, directory.c_str(), AT_FDCWD, place.c_str(), RENAME_NOREPLACE) != 0)
    return system_refuses("rename " + directory.string() + " to " + place.string());
  return sync_names(place.parent_path());
}

Synced exchange(const fs::path& directory, const fs::path& place) {
  const unsigned how = is_there(place) ? RENAME_EXCHANGE : RENAME_NOREPLACE;
  if (::renameat2(AT_FDCWD, directory.c_str(), AT_FDCWD, place.c_str(), how) != 0)
    return system_refuses("exchange " + directory.string() + " and " + place.string());
  for (const fs::path& parent : {place.parent_path(), directory.parent_path()})
    if (auto written = sync_names(parent); !written)
      return written;
  return {};
}

Synced write_note(const fs::path& path, const std::string& text) {
  const fs::path fresh = path.string() + ".new";
  ::unlink(fresh.c_str()); // of a try that was cut; a pipe there would be waited for
  {
    const config::Descriptor file(::open(
      fresh.c_str(), O_CREAT | O_EXCL | O_NOFOLLOW | O_WRONLY | O_CLOEXEC, S_IRUSR | S_IWUSR));
    if (!file.is_open()
        || ::write(file.get(), text.data(), text.size()) != static_cast<ssize_t>(text.size())
        || ::fsync(file.get()) != 0)
      return system_refuses("write " + fresh.string());
  }
  if (std::rename(fresh.c_str(), path.c_str()) != 0)
    return system_refuses("write " + path.string());
  return sync_names(path.parent_path());
}

std::string read_note(const fs::path& path) {
  const config::Descriptor file(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  struct stat found {};
  if (!file.is_open() || ::fstat(file.get(), &found) != 0 || !S_ISREG(found.st_mode))
    return {};
  std::string text(note_max, '\0');
  const auto size = ::pread(file.get(), text.data(), text.size(), 0);
  text.resize(size > 0 ? static_cast<std::size_t>(size) : 0);
  return text.substr(0, text.find('\n'));
}

} // namespace orrery::backup

#include "cmd/backup/tree_copy.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <memory>
#include <system_error>

namespace orrery::backup {

namespace {

namespace fs = std::filesystem;

constexpr int deepest = 200;             // descriptors that are open at once
constexpr std::size_t longest = 3000;    // of a path, so that it fits below a backup's
constexpr std::size_t most_told = 20;    // of what is left out
constexpr std::size_t at_once = 1 << 17; // bytes
constexpr std::uint32_t permissions = 0777;

std::string reason(int number) {
  return std::generic_category().message(number);
}

tl::unexpected<std::string> cannot_write(const fs::path& path) {
  return tl::unexpected("cannot write " + path.string() + ": " + reason(errno));
}

/// Which mount an open directory lies on; 0 where the kernel does not say.
std::uint64_t mount_of(int directory) {
  struct statx found {};
  if (statx(directory, "", AT_EMPTY_PATH, STATX_MNT_ID, &found) != 0
      || (found.stx_mask & STATX_MNT_ID) == 0)
    return 0;
  return found.stx_mnt_id;
}

std::optional<Owner> owner_of(const struct stat& found) {
  if (found.st_uid == geteuid() && found.st_gid == getegid())
    return std::nullopt;
  return Owner{found.st_uid, found.st_gid};
}

struct CloseDirectory {
  void operator()(DIR* directory) const { closedir(directory); }
};

/// Names in an open directory, sorted.
tl::expected<std::vector<std::string>, int> names_in(int directory) {
  const std::unique_ptr<DIR, CloseDirectory> listed(fdopendir(dup(directory)));
  if (!listed)
    return tl::unexpected(errno);
  std::vector<std::string> names;
  for (errno = 0; const dirent* entry = readdir(listed.get());)
    if (const std::string name = entry->d_name; name != "." && name != "..")
      names.push_back(name);
  if (errno != 0)
    return tl::unexpected(errno);
  std::sort(names.begin(), names.end());
  return names;
}

} // namespace

tl::expected<void, std::string> Limits::allow(const fs::path& directory, std::uint64_t size) const {
  if (cancelled_ && cancelled_())
    return tl::unexpected(std::string("cancelled: nothing was kept of it"));
  struct statvfs disk {};
  if (statvfs(directory.c_str(), &disk) != 0)
    return {}; // the write will say what is wrong
  const std::uint64_t is_free = std::uint64_t{disk.f_bavail} * disk.f_frsize;
  if (is_free < size + space_left)
    return tl::unexpected("there is not enough space for it in " + directory.string() + ": of "
                          + std::to_string(is_free >> 20) + " MiB that are free, "
                          + std::to_string(space_left >> 20)
                          + " are left alone; make room, or name a directory on another disk");
  return {};
}

tl::expected<CopiedFile, int> copy_file(int from, int to, std::uint64_t at_most) {
  const auto buffer = std::make_unique<std::array<char, at_once>>();
  CopiedFile copied;
  config::Sha256 hash;
  while (copied.size < at_most) {
    const auto wanted = std::min<std::uint64_t>(buffer->size(), at_most - copied.size);
    const ssize_t got = read(from, buffer->data(), wanted);
    if (got < 0)
      return tl::unexpected(errno);
    if (got == 0)
      break;
    const auto count = static_cast<std::size_t>(got);
    for (std::size_t done = 0; to >= 0 && done < count;) {
      const ssize_t written = write(to, buffer->data() + done, count - done);
      if (written < 0)
        return tl::unexpected(errno);
      done += static_cast<std::size_t>(written);
    }
    hash.add({buffer->data(), count});
    copied.size += count;
  }
  copied.hash = hash.finish();
  return copied;
}

tl::expected<void, std::string> TreeCopy::take(const fs::path& from, const std::string& path) {
  const config::Descriptor parent(
    open(from.parent_path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  lenient_ = false;
  mount_ = 0;
  const Source source{parent.get(), from.filename().string(), path, 0};
  struct stat found {};
  const bool is_file = fstatat(source.place, source.name.c_str(), &found, AT_SYMLINK_NOFOLLOW) == 0
                       && S_ISREG(found.st_mode);
  return is_file ? take_file(source) : take_directory(source);
}

tl::expected<void, std::string> TreeCopy::take_what_is_there(const fs::path& from,
                                                             const std::string& path) {
  const config::Descriptor top(open(from.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!top.is_open() && errno == ENOENT)
    return {};
  lenient_ = true;
  mount_ = mount_of(top.get());
  return take_directory({top.get(), ".", path, 0});
}

TreeCopy::Done TreeCopy::cannot_read(const Source& source, const std::string& why) {
  if (!lenient_)
    return tl::unexpected("cannot read " + source.path + " of the model: " + why);
  ++left_out_count_;
  if (left_out_.size() < most_told)
    left_out_.push_back(source.path + ": " + why);
  return {};
}

TreeCopy::Done TreeCopy::take_directory(const Source& source) {
  if (source.depth > deepest || source.path.size() > longest)
    return cannot_read(source, "too deep for a backup");
  const config::Descriptor opened(
    openat(source.place, source.name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  struct stat found {};
  if (!opened.is_open() || fstat(opened.get(), &found) != 0)
    return cannot_read(source, reason(errno));
  if (lenient_ && mount_of(opened.get()) != mount_)
    return cannot_read(source, "a mount of its own");
  const auto names = names_in(opened.get());
  if (!names)
    return cannot_read(source, reason(names.error()));
  const fs::path place = files_ / source.path;
  if (mkdir(place.c_str(), S_IRWXU) != 0)
    return cannot_write(place);
  if (auto noted = manifest_.add({Entry::Kind::Directory,
                                  source.path,
                                  found.st_mode & permissions,
                                  0,
                                  {},
                                  {},
                                  owner_of(found)});
      !noted)
    return noted;
  for (const std::string& name : *names)
    if (auto taken = take_entry({opened.get(), name, source.path + "/" + name, source.depth + 1});
        !taken)
      return taken;
  return {};
}

TreeCopy::Done TreeCopy::take_entry(const Source& source) {
  struct stat found {};
  if (fstatat(source.place, source.name.c_str(), &found, AT_SYMLINK_NOFOLLOW) != 0)
    return errno == ENOENT && lenient_ ? Done() : cannot_read(source, reason(errno));
  if (S_ISDIR(found.st_mode))
    return take_directory(source);
  if (S_ISREG(found.st_mode))
    return take_file(source);
  if (S_ISLNK(found.st_mode))
    return take_link(source, owner_of(found));
  return {};
}

TreeCopy::Done TreeCopy::take_file(const Source& source) {
  const config::Descriptor from(
    openat(source.place, source.name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  struct stat found {};
  if (!from.is_open() || fstat(from.get(), &found) != 0 || !S_ISREG(found.st_mode))
    return from.is_open() || errno != ENOENT || !lenient_ ? cannot_read(source, reason(errno))
                                                          : Done();
  if (source.path.size() > longest)
    return cannot_read(source, "too deep for a backup");
  const auto size = static_cast<std::uint64_t>(found.st_size);
  if (auto allowed = limits_.allow(files_, size); !allowed)
    return allowed;
  const fs::path place = files_ / source.path;
  const config::Descriptor to(
    open(place.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, S_IRUSR | S_IWUSR));
  if (!to.is_open())
    return cannot_write(place);
  const auto copied = copy_file(from.get(), to.get(), size);
  if (!copied)
    return tl::unexpected("cannot copy " + source.path + " to " + place.string() + ": "
                          + reason(copied.error()));
  return manifest_.add({Entry::Kind::File,
                        source.path,
                        found.st_mode & permissions,
                        copied->size,
                        copied->hash,
                        {},
                        owner_of(found)});
}

TreeCopy::Done TreeCopy::take_link(const Source& source, std::optional<Owner> owner) {
  std::array<char, 4096> target{};
  const ssize_t size = readlinkat(source.place, source.name.c_str(), target.data(), target.size());
  if (size < 0)
    return cannot_read(source, reason(errno));
  return manifest_.add({Entry::Kind::Link,
                        source.path,
                        0,
                        0,
                        {},
                        std::string(target.data(), static_cast<std::size_t>(size)),
                        owner});
}

} // namespace orrery::backup

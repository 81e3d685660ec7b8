#include "cmd/charms/kept_resource.hpp"

#include "cmd/charms/draft.hpp"
#include "config/descriptor.hpp"
#include "config/sha384.hpp"
#include "config/sync_directory.hpp"
#include "config/write_all.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <system_error>

namespace orrery::cmd {

namespace {

namespace fs = std::filesystem;
using KeptBytes = tl::expected<store::Resource, std::string>;

/// Left to the stores beside a copy: they stop where they find no room.
constexpr std::uint64_t room_for_stores = std::uint64_t{64} << 20U;

tl::unexpected<std::string> resource_unkept(const std::string& doing, const fs::path& path) {
  return tl::unexpected("cannot " + doing + " " + path.string() + ": "
                        + std::generic_category().message(errno));
}

/// Copies to the end. @param to -1: nowhere
KeptBytes copy_bytes(const config::Descriptor& from,
                     int to,
                     const fs::path& file,
                     const fs::path& target,
                     std::uint64_t most) {
  store::Resource copied;
  config::Sha384 hash;
  std::array<char, 1 << 16> buffer{};
  while (true) {
    const auto count = ::read(from.get(), buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR)
      continue;
    if (count < 0)
      return resource_unkept("read", file);
    if (count == 0)
      break;
    const std::string_view bytes(buffer.data(), static_cast<std::size_t>(count));
    copied.size += bytes.size();
    if (copied.size > most)
      return tl::unexpected(file.string() + " grew while it was copied: try again");
    hash.add(bytes);
    if (to >= 0 && config::write_all(to, bytes) != 0)
      return resource_unkept("write", target);
  }
  copied.hash = hash.finish();
  return copied;
}

/// Whether the file is as it was when it was opened. Other bytes of the same number show by the
/// time of the last change, which nobody can set.
bool is_unchanged(const config::Descriptor& file, const struct stat& before) {
  struct stat now {};
  return ::fstat(file.get(), &now) == 0 && now.st_size == before.st_size
         && now.st_ctim.tv_sec == before.st_ctim.tv_sec
         && now.st_ctim.tv_nsec == before.st_ctim.tv_nsec;
}

/// Whether the disk has room, as an error if not.
std::string lacks_room(const fs::path& directory, std::uint64_t size) {
  struct statvfs disk {};
  if (::statvfs(directory.c_str(), &disk) != 0)
    return {};
  const std::uint64_t room = std::uint64_t{disk.f_bavail} * disk.f_frsize;
  return room >= size + room_for_stores
           ? std::string()
           : "there is no room for " + std::to_string(size) + " bytes in " + directory.string()
               + ": " + std::to_string(room)
               + " are free, and 64 MiB stay the model's: make room there";
}

/// Makes a draft the kept one; damaged bytes change places with it, and go.
tl::expected<void, std::string>
put_kept(const fs::path& data, const Draft& draft, const store::Resource& bytes) {
  const fs::path kept = data / "charms" / store::kept_resource_name(bytes.hash);
  std::error_code error;
  const bool is_there = fs::exists(kept, error);
  if (is_there && is_kept_whole(data, bytes))
    return {};
  const unsigned how = is_there ? RENAME_EXCHANGE : RENAME_NOREPLACE;
  // Another session may have been faster with the same bytes.
  if (::renameat2(AT_FDCWD, draft.path().c_str(), AT_FDCWD, kept.c_str(), how) != 0
      && errno != EEXIST)
    return resource_unkept("write", kept);
  if (config::sync_directory(data / "charms") != 0)
    return resource_unkept("sync", kept);
  return {};
}

/// Opens a regular file that is not too large, and tells how it is then.
tl::expected<config::Descriptor, std::string>
open_resource(const fs::path& file, std::uint64_t bytes_max, struct stat& facts) {
  config::Descriptor source(::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK));
  if (!source.is_open() || ::fstat(source.get(), &facts) != 0)
    return resource_unkept("read", file);
  if (!S_ISREG(facts.st_mode))
    return tl::unexpected(file.string() + " is no file: name one that a program can read");
  const auto size = static_cast<std::uint64_t>(facts.st_size);
  if (size > bytes_max)
    return tl::unexpected(file.string() + " has " + std::to_string(size)
                          + " bytes, and a resource has at most " + std::to_string(bytes_max));
  return source;
}

} // namespace

KeptBytes keep_resource(const fs::path& data, const fs::path& file, std::uint64_t bytes_max) {
  struct stat facts {};
  const auto source = open_resource(file, bytes_max, facts);
  if (!source)
    return tl::unexpected(source.error());
  const auto size = static_cast<std::uint64_t>(facts.st_size);
  const auto draft = begin_draft(data);
  if (!draft)
    return tl::unexpected(draft.error());
  if (auto why = lacks_room(draft->path(), size); !why.empty())
    return tl::unexpected(std::move(why));
  const fs::path target = draft->path() / store::resource_content;
  const config::Descriptor to(
    ::open(target.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0444));
  if (!to.is_open())
    return resource_unkept("write", target);
  auto copied = copy_bytes(*source, to.get(), file, target, size);
  if (!copied)
    return copied;
  if (copied->size != size || !is_unchanged(*source, facts))
    return tl::unexpected(file.string() + " changed while it was copied: try again");
  if (::fsync(to.get()) != 0 || config::sync_directory(draft->path()) != 0)
    return resource_unkept("sync", target);
  if (auto put = put_kept(data, *draft, *copied); !put)
    return tl::unexpected(put.error());
  return copied;
}

KeptBytes measure_resource(const fs::path& file, std::uint64_t bytes_max) {
  struct stat facts {};
  const auto source = open_resource(file, bytes_max, facts);
  if (!source)
    return tl::unexpected(source.error());
  return copy_bytes(*source, -1, file, {}, bytes_max);
}

bool is_kept_whole(const fs::path& data, const store::Resource& resource) {
  const fs::path file =
    data / "charms" / store::kept_resource_name(resource.hash) / store::resource_content;
  const config::Descriptor kept(::open(file.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC));
  if (!kept.is_open())
    return false;
  const auto found = copy_bytes(kept, -1, file, {}, resource.size);
  return found && found->hash == resource.hash && found->size == resource.size;
}

} // namespace orrery::cmd

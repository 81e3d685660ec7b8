#include "actors/providers/charm_copy.hpp"

#include "actors/providers/charm_members.hpp"
#include "actors/providers/removal.hpp"
#include "config/charm_hash.hpp"
#include "config/charm_link.hpp"
#include "config/descriptor.hpp"
#include "config/opened_directory.hpp"
#include "config/write_all.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <system_error>

namespace orrery::providers {

namespace {

using config::Descriptor;
using Copied = tl::expected<void, std::string>;
namespace fs = std::filesystem;

constexpr std::size_t entry_limit = 200'000;
constexpr int depth_limit = 64;
// Modes that Juju gives the files of a charm, whatever they had. Hooks copy from there into the
// system, and programs that read it there are often another user's (P48).
constexpr mode_t file_mode = 0644;
constexpr mode_t program_mode = 0755; ///< Of directories, too.

class Copy {
public:
  explicit Copy(fs::path charm) : charm_(std::move(charm)) {}

  Copied directory(int from, int to, const fs::path& inside, int depth) {
    if (depth > depth_limit)
      return fault(inside, "lies deeper than " + std::to_string(depth_limit) + " directories");
    const std::unique_ptr<DIR, int (*)(DIR*)> list(fdopendir(dup(from)), closedir);
    if (!list)
      return failure(inside);
    while (const dirent* entry = readdir(list.get())) {
      const std::string name = entry->d_name;
      if (name == "." || name == "..")
        continue;
      if (++entries_ > entry_limit)
        return fault(inside, "is one of more than " + std::to_string(entry_limit) + " files");
      if (Copied copied = one(from, to, name, inside / name, depth); !copied)
        return copied;
    }
    return {};
  }

  /// Compares what was copied with what was deployed.
  [[nodiscard]] Copied check() const {
    const auto deployed = config::hash_of_kept_charm(charm_.filename().string());
    if (!deployed || *deployed == hash_.finish())
      return {};
    return tl::unexpected("charm " + charm_.string()
                          + " is not what was deployed, somebody has changed it: put it back from "
                            "a backup, or deploy the charm again");
  }
  [[nodiscard]] CharmMembers take_members() { return std::move(members_); }

  /// Puts the number in the place of what the charm's own file says. Without an end of line, as
  /// Juju writes it.
  Copied write_revision(int copy, std::uint32_t revision) {
    const char* const name = "revision";
    if (unlinkat(copy, name, 0) != 0 && errno != ENOENT)
      return failure(name);
    const Descriptor file(
      openat(copy, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0644));
    if (!file.is_open() || fchmod(file.get(), file_mode) != 0)
      return failure(name);
    if (const int error = config::write_all(file.get(), std::to_string(revision)); error != 0) {
      errno = error;
      return failure(name);
    }
    members_.insert(name);
    return {};
  }

private:
  Copied fault(const fs::path& inside, const std::string& text) const {
    return tl::unexpected("charm " + charm_.string() + ": "
                          + (inside.empty() ? "the charm" : inside.string()) + " " + text);
  }
  Copied failure(const fs::path& inside) const {
    return fault(inside, "cannot be copied: " + std::generic_category().message(errno));
  }

  Copied one(int from, int to, const std::string& name, const fs::path& inside, int depth) {
    struct stat what {};
    if (fstatat(from, name.c_str(), &what, AT_SYMLINK_NOFOLLOW) != 0)
      return failure(inside);
    members_.insert(inside.string());
    if (S_ISLNK(what.st_mode))
      return link(from, to, name, inside);
    if (S_ISREG(what.st_mode))
      return file(from, to, name, inside);
    if (S_ISDIR(what.st_mode))
      return subdirectory(from, to, name, inside, depth);
    return fault(
      inside,
      "is a device, a socket or a pipe: a charm holds files, directories and symlinks only");
  }

  Copied
  subdirectory(int from, int to, const std::string& name, const fs::path& inside, int depth) {
    constexpr int flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
    const Descriptor source(openat(from, name.c_str(), flags));
    if (!source.is_open() || mkdirat(to, name.c_str(), 0700) != 0)
      return failure(inside);
    const Descriptor target(openat(to, name.c_str(), flags));
    if (!target.is_open())
      return failure(inside);
    hash_.add_directory(inside);
    if (Copied copied = directory(source.get(), target.get(), inside, depth + 1); !copied)
      return copied;
    return fchmod(target.get(), program_mode) == 0 ? Copied() : failure(inside);
  }

  Copied link(int from, int to, const std::string& name, const fs::path& inside) {
    std::array<char, 4096> target{};
    const ssize_t size = readlinkat(from, name.c_str(), target.data(), target.size() - 1);
    if (size < 0)
      return failure(inside);
    if (!config::leads_inside(charm_, inside))
      return fault(
        inside,
        "is a symlink that leads out of the charm: make it relative and let it stay inside");
    hash_.add_link(inside, target.data());
    return symlinkat(target.data(), to, name.c_str()) == 0 ? Copied() : failure(inside);
  }

  Copied file(int from, int to, const std::string& name, const fs::path& inside) {
    const Descriptor source(
      openat(from, name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
    const Descriptor target(
      openat(to, name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
    if (!source.is_open() || !target.is_open())
      return failure(inside);
    struct stat what {};
    if (fstat(source.get(), &what) != 0)
      return failure(inside);
    const bool program = (what.st_mode & S_IXUSR) != 0;
    hash_.begin_file(inside, program, static_cast<std::uint64_t>(what.st_size));
    if (fchmod(target.get(), program ? program_mode : file_mode) != 0)
      return failure(inside);
    std::array<char, 65536> bytes;
    for (;;) {
      const ssize_t size = read(source.get(), bytes.data(), bytes.size());
      if (size == 0) {
        hash_.end_file();
        return {};
      }
      if (size > 0)
        hash_.add({bytes.data(), static_cast<std::size_t>(size)});
      if (size < 0 || write(target.get(), bytes.data(), static_cast<std::size_t>(size)) != size)
        return failure(inside);
    }
  }

  fs::path charm_;
  config::CharmHash hash_;
  CharmMembers members_;
  std::size_t entries_ = 0;
};

tl::unexpected<std::string> copy_failed(const std::string& what) {
  return tl::unexpected(what + ": " + std::generic_category().message(errno));
}

} // namespace

tl::expected<CharmMembers, std::string> copy_charm_anew(const fs::path& charm,
                                                        const fs::path& place,
                                                        std::optional<std::uint32_t> revision) {
  if (Copied removed = remove_tree(place); !removed)
    return tl::unexpected(std::move(removed.error()));
  const Descriptor source(open(charm.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!source.is_open())
    return copy_failed("charm " + charm.string() + " cannot be read");
  if (mkdir(place.c_str(), 0700) != 0)
    return copy_failed(place.string() + " cannot be made");
  const Descriptor copy(open(place.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  if (!copy.is_open())
    return copy_failed(place.string() + " cannot be read");
  if (fchmod(copy.get(), program_mode) != 0) // whatever our umask
    return copy_failed(place.string() + " cannot be made");
  Copy copying(charm);
  Copied copied = copying.directory(source.get(), copy.get(), {}, 0);
  if (copied)
    copied = copying.check();
  if (copied && revision)
    copied = copying.write_revision(copy.get(), *revision);
  if (copied)
    return copying.take_members();
  [[maybe_unused]] const Copied cleaned = remove_tree(place);
  return tl::unexpected(std::move(copied.error()));
}

Copied
copy_charm(const fs::path& charm, const fs::path& target, std::optional<std::uint32_t> revision) {
  struct stat there {};
  if (lstat(target.c_str(), &there) == 0)
    return {};
  const fs::path half =
    target.parent_path() / std::string(".").append(target.filename().string()).append("-half");
  auto members = copy_charm_anew(charm, half, revision);
  if (!members)
    return tl::unexpected(std::move(members.error()));
  // The name must not be on the disk before the files are.
  const Descriptor copy(open(half.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  if (!copy.is_open() || syncfs(copy.get()) != 0)
    return copy_failed(half.string() + " cannot be written to disk");
  if (Copied listed = write_members(list_of_copy(target), *members); !listed)
    return listed;
  if (rename(half.c_str(), target.c_str()) != 0)
    return copy_failed(target.string() + " cannot be made");
  return {};
}

/// The list tells whether the charm had such a file; it is read only where the file is missing.
std::string damage_of_copy(const fs::path& copy) {
  struct stat found {};
  if (lstat(copy.parent_path().c_str(), &found) != 0)
    return {};
  if (lstat(copy.c_str(), &found) != 0)
    return copy.string() + " is not there";
  if (S_ISLNK(found.st_mode))
    return {}; // the reading of its files says so
  const auto opened = config::OpenedDirectory::no_link(copy);
  const Descriptor file = opened.open("metadata.yaml", O_RDONLY | O_NONBLOCK);
  if (file.is_open() && fstat(file.get(), &found) == 0 && S_ISREG(found.st_mode))
    return {};
  const auto members = read_members(list_of_copy(copy));
  const bool had_it = members && members->contains("metadata.yaml");
  return had_it ? (copy / "metadata.yaml").string() + " is gone, or cannot be read" : std::string();
}

} // namespace orrery::providers

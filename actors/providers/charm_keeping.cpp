#include "actors/providers/charm_keeping.hpp"

#include "config/descriptor.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <memory>
#include <system_error>
#include <tuple>
#include <vector>

namespace orrery::providers {

namespace {

namespace fs = std::filesystem;
using config::Descriptor;
using Kept = tl::expected<void, std::string>;

constexpr int most_depth = 256; ///< Two descriptors a level are open.
constexpr int directory_flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
constexpr mode_t all_modes = 07777;

/// Whether a file of the old copy is not the one that was linked, and was written later.
bool is_newer(const struct stat& old, const struct stat& fresh) {
  const auto time = [](const struct stat& of) {
    return std::tuple(of.st_mtim.tv_sec, of.st_mtim.tv_nsec);
  };
  return old.st_ino != fresh.st_ino && !S_ISDIR(old.st_mode) && !S_ISDIR(fresh.st_mode)
         && time(old) > time(fresh);
}

class Keeping {
public:
  Keeping(fs::path old, const CharmMembers& old_members, const CharmMembers& new_members)
    : root_(std::move(old)), old_(old_members), new_(new_members) {}

  /// Takes along what stays of a directory to the one of its name.
  Kept merge(int old, int fresh, const fs::path& inside, int depth) {
    struct stat mode {};
    if (fstat(fresh, &mode) != 0)
      return failure(inside, errno);
    const bool is_closed = (mode.st_mode & S_IRWXU) != S_IRWXU;
    if (is_closed && fchmod(fresh, (mode.st_mode & all_modes) | S_IRWXU) != 0)
      return failure(inside, errno);
    const auto names = names_in(old, inside);
    if (!names)
      return tl::unexpected(names.error());
    for (const std::string& name : *names)
      if (Kept kept = one(old, fresh, name, inside / name, depth); !kept)
        return kept;
    const bool is_kept = !inside.empty() && !new_.contains(inside.string());
    if (is_kept)
      return copy_attributes(old, fresh, inside);
    if (is_closed && fchmod(fresh, mode.st_mode & all_modes) != 0)
      return failure(inside, errno);
    return {};
  }

private:
  Kept failure(const fs::path& inside, int number) const {
    const std::string what = (root_ / inside).string();
    if (number == EXDEV)
      return tl::unexpected(what
                            + " lies on another file system than the charm, and cannot be taken "
                              "along to the new one: unmount it");
    const std::string why =
      what + " cannot be taken along to the new charm: " + std::generic_category().message(number);
    return number == EPERM || number == EACCES
             ? tl::unexpected(why
                              + "; give it to the user that runs the unit's hooks, or move it "
                                "out of the charm")
             : tl::unexpected(why);
  }

  /// All at once, so that no list stays open while one goes deeper.
  tl::expected<std::vector<std::string>, std::string> names_in(int directory,
                                                               const fs::path& inside) const {
    const int own = openat(directory, ".", directory_flags);
    const std::unique_ptr<DIR, int (*)(DIR*)> list(own < 0 ? nullptr : fdopendir(own), closedir);
    if (!list)
      return tl::unexpected(failure(inside, errno).error());
    std::vector<std::string> names;
    while (const dirent* entry = readdir(list.get()))
      if (std::string name = entry->d_name; name != "." && name != "..")
        names.push_back(std::move(name));
    return names;
  }

  Kept one(int old, int fresh, const std::string& name, const fs::path& inside, int depth) {
    struct stat what {};
    struct stat there {};
    if (fstatat(old, name.c_str(), &what, AT_SYMLINK_NOFOLLOW) != 0)
      return {}; // a program of the unit has just removed it
    const bool exists = fstatat(fresh, name.c_str(), &there, AT_SYMLINK_NOFOLLOW) == 0;
    if (exists && S_ISDIR(what.st_mode) && S_ISDIR(there.st_mode))
      return below(old, fresh, name, inside, depth);
    if (old_.contains(inside.string()) || new_.contains(inside.string()))
      return {};
    if (exists) // it was taken along; a program may have put another file in its place since
      return !is_newer(what, there) || renameat(old, name.c_str(), fresh, name.c_str()) == 0
               ? Kept()
               : failure(inside, errno);
    if (S_ISDIR(what.st_mode))
      return mkdirat(fresh, name.c_str(), S_IRWXU) == 0 ? below(old, fresh, name, inside, depth)
                                                        : failure(inside, errno);
    const bool linked = linkat(old, name.c_str(), fresh, name.c_str(), 0) == 0 || errno == ENOENT;
    return linked ? Kept() : failure(inside, errno);
  }

  Kept below(int old, int fresh, const std::string& name, const fs::path& inside, int depth) {
    const Descriptor from(openat(old, name.c_str(), directory_flags));
    if (!from.is_open())
      return errno == ENOENT ? Kept() : failure(inside, errno);
    const Descriptor to(openat(fresh, name.c_str(), directory_flags));
    struct stat one {};
    struct stat other {};
    if (!to.is_open() || fstat(from.get(), &one) != 0 || fstat(to.get(), &other) != 0)
      return failure(inside, errno);
    if (one.st_dev != other.st_dev)
      return failure(inside, EXDEV);
    return depth < most_depth ? merge(from.get(), to.get(), inside, depth + 1)
                              : failure(inside, ENAMETOOLONG);
  }

  Kept copy_attributes(int old, int fresh, const fs::path& inside) const {
    struct stat what {};
    struct stat made {};
    if (fstat(old, &what) != 0 || fstat(fresh, &made) != 0)
      return failure(inside, errno);
    const bool is_given = what.st_uid == made.st_uid && what.st_gid == made.st_gid;
    const std::array<timespec, 2> times{what.st_atim, what.st_mtim};
    if ((!is_given && fchown(fresh, what.st_uid, what.st_gid) != 0)
        || fchmod(fresh, what.st_mode & all_modes) != 0 || futimens(fresh, times.data()) != 0)
      return failure(inside, errno);
    return {};
  }

  fs::path root_; ///< For words.
  const CharmMembers& old_;
  const CharmMembers& new_;
};

} // namespace

Kept keep_rest(const fs::path& old,
               const fs::path& fresh,
               const CharmMembers& old_members,
               const CharmMembers& new_members) {
  const Descriptor from(open(old.c_str(), directory_flags));
  const Descriptor to(open(fresh.c_str(), directory_flags));
  if (!from.is_open() || !to.is_open())
    return tl::unexpected((from.is_open() ? fresh : old).string()
                          + " cannot be read: " + std::generic_category().message(errno));
  return Keeping(old, old_members, new_members).merge(from.get(), to.get(), {}, 0);
}

} // namespace orrery::providers

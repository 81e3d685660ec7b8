#include "actors/providers/removal.hpp"

#include "config/descriptor.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <system_error>
#include <utility>
#include <vector>

namespace orrery::providers {

namespace {

namespace fs = std::filesystem;
using config::Descriptor;

/// Which mount a file lies in, and which file of it it is. A bind mount has another number, though
/// its device is that of what it shows.
struct Spot {
  std::uint64_t mount = 0; ///< Kernels before 5.8 give none: the device stands for it.
  std::uint64_t device = 0;
  std::uint64_t inode = 0;
  bool is_directory = false;
  [[nodiscard]] bool is_same_file(const Spot& other) const {
    return device == other.device && inode == other.inode;
  }
};

/// @param name empty: the descriptor itself.  @returns whether it is there; else errno says why.
bool find(int directory, const std::string& name, Spot& spot) {
  struct statx found {};
  if (statx(directory, name.c_str(), AT_SYMLINK_NOFOLLOW | AT_EMPTY_PATH | AT_NO_AUTOMOUNT,
            STATX_TYPE | STATX_INO | STATX_MNT_ID, &found)
      != 0)
    return false;
  spot.device = (std::uint64_t{found.stx_dev_major} << 32U) | found.stx_dev_minor;
  spot.inode = found.stx_ino;
  spot.mount = (found.stx_mask & STATX_MNT_ID) != 0 ? found.stx_mnt_id : spot.device;
  spot.is_directory = S_ISDIR(found.stx_mode);
  return true;
}

std::string through(const Descriptor& directory, const std::string& name) {
  return "/proc/self/fd/" + std::to_string(directory.get()) + "/" + name;
}

/// One tree that goes. Stands in one directory at a time.
class Removal {
public:
  /// @param top the directory that holds the tree, and stays.
  Removal(Descriptor top, const Spot& where, fs::path path)
    : here_(std::move(top)), here_is_(where), mount_(where.mount), path_(std::move(path)) {}

  /// @returns the first that could not be removed and why; empty: all is gone.
  std::string remove(const std::string& name) {
    take(name, true);
    while (!above_.empty()) {
      const auto next = next_entry();
      if (next)
        take(next->name, next->may_be_directory);
      else if (!leave())
        break; // the place is lost
    }
    return why_;
  }

private:
  struct Above {
    Spot spot;
    std::string name;            ///< Of the directory below it.
    std::set<std::string> stays; ///< Names in it that cannot go.
  };

  struct Entry {
    std::string name;
    bool may_be_directory = false;
  };

  /// Removes the file, or enters the directory. What cannot go is noted.
  void take(const std::string& name, bool may_be_directory) {
    if (!may_be_directory && delete_here(name, 0))
      return; // most are files, on which nothing is mounted
    Spot spot;
    if (!find(here_.get(), name, spot)) {
      if (errno != ENOENT)
        keep(name, errno);
      return;
    }
    for (int layers = 0; spot.mount != mount_; ++layers) // mounts may lie on one another
      if (layers == most_mounts || !unmount(name) || !find(here_.get(), name, spot))
        return keep_mount(name, errno);
    if (!delete_here(name, spot.is_directory ? AT_REMOVEDIR : 0)) {
      if (spot.is_directory)
        enter(name, spot);
      else
        keep(name, errno);
    }
  }

  /// @returns whether it is gone; else errno says why.
  bool delete_here(const std::string& name, int flags) {
    if (unlinkat(here_.get(), name.c_str(), flags) == 0 || errno == ENOENT)
      return true;
    const int number = errno;
    if ((number == EACCES || number == EPERM) && !above_.empty() && make_writable(here_.get()))
      return unlinkat(here_.get(), name.c_str(), flags) == 0;
    errno = number;
    return false;
  }

  void enter(const std::string& name, const Spot& spot) {
    constexpr int flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
    Descriptor below(openat(here_.get(), name.c_str(), flags));
    if (!below.is_open() && errno == EACCES) {
      const Descriptor place(openat(here_.get(), name.c_str(), O_PATH | O_NOFOLLOW | O_CLOEXEC));
      if (place.is_open() && make_writable(place.get()))
        below = Descriptor(openat(here_.get(), name.c_str(), flags));
    }
    Spot entered;
    if (!below.is_open() || !find(below.get(), {}, entered))
      return keep(name, errno);
    if (entered.mount != mount_ || !entered.is_same_file(spot))
      return keep(name, EBUSY); // somebody has put another in its place meanwhile
    above_.push_back({here_is_, name, std::exchange(stays_, {})});
    here_ = std::move(below);
    here_is_ = entered;
    list_.reset();
  }

  /// Goes up again, and removes the directory that is empty now.
  bool leave() {
    Descriptor up(openat(here_.get(), "..", O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    Spot spot;
    Above above = std::move(above_.back());
    if (!up.is_open() || !find(up.get(), {}, spot) || !spot.is_same_file(above.spot)) {
      keep(above.name, up.is_open() ? EBUSY : errno); // it was moved away under us
      return false;
    }
    above_.pop_back();
    const bool is_empty = stays_.empty();
    here_ = std::move(up);
    here_is_ = above.spot;
    stays_ = std::move(above.stays);
    list_.reset();
    if (!is_empty) {
      stays_.insert(above.name);
      return true;
    }
    if (!delete_here(above.name, AT_REMOVEDIR))
      keep(above.name, errno);
    return true;
  }

  /// @returns nothing at the end of the directory.
  std::optional<Entry> next_entry() {
    if (!list_) {
      const int own = openat(here_.get(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
      list_.reset(own < 0 ? nullptr : fdopendir(own));
      if (!list_) {
        keep(".", errno);
        return std::nullopt;
      }
    }
    while (const dirent* entry = readdir(list_.get())) {
      std::string name = entry->d_name;
      if (name != "." && name != ".." && !stays_.contains(name))
        return Entry{std::move(name), entry->d_type == DT_DIR || entry->d_type == DT_UNKNOWN};
    }
    return std::nullopt;
  }

  /// A hook may have taken the right to write from its own directories.
  static bool make_writable(int directory) {
    struct stat found {};
    return fstat(directory, &found) == 0 && S_ISDIR(found.st_mode)
           && chmod(("/proc/self/fd/" + std::to_string(directory)).c_str(),
                    (found.st_mode & 07777U) | S_IRWXU)
                == 0;
  }

  bool unmount(const std::string& name) {
    return umount2(through(here_, name).c_str(), MNT_DETACH | UMOUNT_NOFOLLOW) == 0;
  }

  void keep_mount(const std::string& name, int number) {
    keep(name, number, " is a mount point, unmount it; that cannot be done here: ");
  }

  void keep(const std::string& name, int number, const char* what = " cannot be removed: ") {
    if (why_.empty()) {
      fs::path place = path_;
      for (const Above& above : above_)
        place /= above.name;
      why_ = (place / name).string() + what + std::generic_category().message(number);
    }
    stays_.insert(name);
  }

  static constexpr int most_mounts = 64; ///< On one another.

  struct Close {
    void operator()(DIR* list) const { closedir(list); }
  };

  Descriptor here_;
  Spot here_is_;
  const std::uint64_t mount_;
  fs::path path_; ///< Of the top, for words.
  std::vector<Above> above_;
  std::set<std::string> stays_; ///< Names here that cannot go.
  std::unique_ptr<DIR, Close> list_;
  std::string why_;
};

} // namespace

tl::expected<void, std::string> remove_tree(const fs::path& path) {
  fs::path clean = path.lexically_normal();
  if (clean.filename().empty())
    clean = clean.parent_path(); // it ended in a slash
  const fs::path parent = clean.has_parent_path() ? clean.parent_path() : fs::path(".");
  Descriptor top(open(parent.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  Spot where;
  if (!top.is_open() || !find(top.get(), {}, where)) {
    if (errno == ENOENT || errno == ENOTDIR)
      return {};
    return tl::unexpected(path.string()
                          + " cannot be removed: " + std::generic_category().message(errno));
  }
  Removal removal(std::move(top), where, parent);
  if (std::string why = removal.remove(clean.filename().string()); !why.empty())
    return tl::unexpected(std::move(why));
  return {};
}

} // namespace orrery::providers

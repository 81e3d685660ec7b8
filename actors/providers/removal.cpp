#include "actors/providers/removal.hpp"

#include "actors/providers/listing.hpp"
#include "config/descriptor.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
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

std::string through(int directory, const std::string& name) {
  return "/proc/self/fd/" + std::to_string(directory) + "/" + name;
}

/// One tree that goes. Stands in one directory at a time, the last of its levels.
///
/// A level stays open while those below it go, so that it is listed once. Of more levels than may
/// be open the uppermost is closed, and listed anew when all below it has gone: as each such
/// listing has had as many levels below it as may be open, there are no more of them than
/// directories.
class Removal {
public:
  /// @param top the directory that holds the tree, and stays. @param path its own, for words.
  Removal(Listing top, const Spot& where, fs::path path)
    : mount_(where.mount), path_(std::move(path)) {
    levels_.push_back({where, {}, {}, std::move(top)});
  }

  /// @returns the first that could not be removed and why; empty: all is gone.
  std::string remove(const std::string& name) {
    take(name, true);
    while (levels_.size() > 1) {
      const auto next = next_entry();
      if (next)
        take(next->name, next->may_be_directory);
      else if (!leave())
        break; // the place is lost
    }
    return why_;
  }

  /// Returns how often a directory was opened to be listed.
  [[nodiscard]] std::size_t listings() const { return listings_; }

private:
  struct Level {
    Spot spot;
    std::string name;            ///< In the level above it.
    std::set<std::string> stays; ///< Names in it that cannot go.
    Listing listing;             ///< Not open: to be opened again through the level below it.
    int rounds = 0;              ///< How often it was listed to its end and not empty then.
  };

  struct Entry {
    std::string name;
    bool may_be_directory = false;
  };

  [[nodiscard]] Level& here() { return levels_.back(); }

  /// Removes the file, or enters the directory. What cannot go is noted.
  void take(const std::string& name, bool may_be_directory) {
    const int directory = here().listing.descriptor();
    if (!may_be_directory && delete_in(directory, name, 0))
      return; // most are files, on which nothing is mounted
    Spot spot;
    if (!find(directory, name, spot)) {
      if (errno != ENOENT)
        keep(name, errno);
      return;
    }
    for (int layers = 0; spot.mount != mount_; ++layers) // mounts may lie on one another
      if (layers == most_mounts || !unmount(directory, name) || !find(directory, name, spot))
        return keep_mount(name, errno);
    if (!delete_in(directory, name, spot.is_directory ? AT_REMOVEDIR : 0)) {
      if (spot.is_directory)
        enter(name, spot);
      else
        keep(name, errno);
    }
  }

  /// @returns whether it is gone; else errno says why.
  bool delete_in(int directory, const std::string& name, int flags) {
    if (unlinkat(directory, name.c_str(), flags) == 0 || errno == ENOENT)
      return true;
    const int number = errno;
    const bool is_ours = directory != levels_.front().listing.descriptor();
    if ((number == EACCES || number == EPERM) && is_ours && make_writable(directory))
      return unlinkat(directory, name.c_str(), flags) == 0;
    errno = number;
    return false;
  }

  void enter(const std::string& name, const Spot& spot) {
    const int directory = here().listing.descriptor();
    Listing below = open_listing(directory, name);
    if (!below.is_open() && errno == EACCES) {
      const Descriptor place(openat(directory, name.c_str(), O_PATH | O_NOFOLLOW | O_CLOEXEC));
      if (place.is_open() && make_writable(place.get()))
        below = open_listing(directory, name);
    }
    Spot entered;
    if (!below.is_open() || !find(below.descriptor(), {}, entered))
      return keep(name, errno);
    if (entered.mount != mount_ || !entered.is_same_file(spot))
      return keep(name, EBUSY); // somebody has put another in its place meanwhile
    levels_.push_back({entered, name, {}, std::move(below)});
    if (levels_.size() - first_open_ > most_open)
      close_uppermost();
  }

  /// Opens a directory; where there are no descriptors left, in the place of the uppermost level.
  Listing open_listing(int directory, const std::string& name) {
    ++listings_;
    Listing opened(directory, name);
    while (!opened.is_open() && errno == EMFILE && first_open_ + 1 < levels_.size()) {
      close_uppermost();
      opened = Listing(directory, name);
    }
    return opened;
  }

  void close_uppermost() { levels_.at(first_open_++).listing = Listing(); }

  /// Sees to it that the level above is open.  @returns whether it is; else errno says why.
  bool open_above() {
    const std::size_t above = levels_.size() - 2;
    if (levels_[above].listing.is_open())
      return true;
    Listing up = open_listing(here().listing.descriptor(), "..");
    Spot spot;
    if (!up.is_open() || !find(up.descriptor(), {}, spot))
      return false;
    if (!spot.is_same_file(levels_[above].spot)) {
      errno = EBUSY; // it was moved away under us
      return false;
    }
    levels_[above].listing = std::move(up);
    first_open_ = above;
    return true;
  }

  /// Goes up again, and removes the directory that is empty now.
  bool leave() {
    const std::string name = here().name;
    if (!open_above()) {
      const int number = errno;
      levels_.pop_back();
      keep(name, number);
      return false;
    }
    const bool is_empty = here().stays.empty();
    const int above = levels_[levels_.size() - 2].listing.descriptor();
    const bool is_gone = is_empty && delete_in(above, name, AT_REMOVEDIR);
    const int number = errno;
    if (is_empty && !is_gone && number == ENOTEMPTY && here().rounds++ < most_rounds) {
      here().listing.begin_again(); // something came while others went
      return true;
    }
    levels_.pop_back();
    if (!is_empty)
      here().stays.insert(name);
    else if (!is_gone)
      keep(name, number);
    return true;
  }

  /// @returns nothing at the end of the directory.
  std::optional<Entry> next_entry() {
    while (const dirent* entry = here().listing.next()) {
      std::string name = entry->d_name;
      if (name != "." && name != ".." && !here().stays.contains(name))
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

  static bool unmount(int directory, const std::string& name) {
    return umount2(through(directory, name).c_str(), MNT_DETACH | UMOUNT_NOFOLLOW) == 0;
  }

  void keep_mount(const std::string& name, int number) {
    keep(name, number, " is a mount point, unmount it; that cannot be done here: ");
  }

  void keep(const std::string& name, int number, const char* what = " cannot be removed: ") {
    if (why_.empty()) {
      fs::path place = path_;
      for (const Level& level : levels_)
        place /= level.name; // the top has none
      why_ = (place / name).string() + what + std::generic_category().message(number);
    }
    here().stays.insert(name);
  }

  static constexpr int most_mounts = 64;       ///< On one another.
  static constexpr int most_rounds = 16;       ///< While somebody puts things into it.
  static constexpr std::size_t most_open = 16; ///< Levels below the top.

  const std::uint64_t mount_;
  fs::path path_;
  std::vector<Level> levels_;  ///< The first is the top; that and the last are open.
  std::size_t first_open_ = 1; ///< From here on all levels are open.
  std::size_t listings_ = 0;
  std::string why_;
};

} // namespace

tl::expected<void, std::string> remove_tree(const fs::path& path, std::size_t* listings) {
  fs::path clean = path.lexically_normal();
  if (clean.filename().empty())
    clean = clean.parent_path(); // it ended in a slash
  const fs::path parent = clean.has_parent_path() ? clean.parent_path() : fs::path(".");
  Listing top(AT_FDCWD, parent / ".");
  Spot where;
  if (!top.is_open() || !find(top.descriptor(), {}, where)) {
    if (errno == ENOENT || errno == ENOTDIR)
      return {};
    return tl::unexpected(path.string()
                          + " cannot be removed: " + std::generic_category().message(errno));
  }
  Removal removal(std::move(top), where, parent);
  std::string why = removal.remove(clean.filename().string());
  if (listings != nullptr)
    *listings = removal.listings();
  if (!why.empty())
    return tl::unexpected(std::move(why));
  return {};
}

} // namespace orrery::providers

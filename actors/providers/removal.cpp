#include "actors/providers/removal.hpp"

#include "actors/providers/descent.hpp"
#include "actors/providers/listing.hpp"
#include "actors/providers/spot.hpp"
#include "config/descriptor.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <optional>
#include <set>
#include <system_error>
#include <utility>
#include <vector>

namespace orrery::providers {

namespace {

namespace fs = std::filesystem;
using config::Descriptor;

std::string through(int directory, const std::string& name) {
  return "/proc/self/fd/" + std::to_string(directory) + "/" + name;
}

/// One tree that goes.
class Removal {
public:
  /// @param top the directory that holds the tree, and stays. @param path its own, for words.
  Removal(Listing top, const Spot& where, fs::path path)
    : descent_(std::move(top), where, Descent::Again::FromTheBeginning), path_(std::move(path)),
      levels_(1) {}

  /// @returns the first that could not be removed and why; empty: all is gone.
  std::string remove(const std::string& name) {
    take(name, true);
    while (descent_.depth() > 0) {
      const auto next = next_entry();
      if (next)
        take(next->name, next->may_be_directory);
      else if (!leave())
        break; // the place is lost
    }
    return why_;
  }

  /// Returns how often a directory was opened to be listed.
  [[nodiscard]] std::size_t listings() const { return descent_.listings(); }

private:
  struct Level {
    std::set<std::string> stays; ///< Names in it that cannot go.
    int rounds = 0;              ///< How often it was listed to its end and not empty then.
  };

  struct Entry {
    std::string name;
    bool may_be_directory = false;
  };

  [[nodiscard]] Level& here() { return levels_.back(); }

  /// Removes the file, or enters the directory. What cannot go is noted.
  void take(const std::string& name, bool may_be_directory) {
    const int directory = descent_.descriptor();
    if (!may_be_directory && delete_in(directory, name, 0))
      return; // most are files, on which nothing is mounted
    Spot spot;
    if (!look_at(directory, name, spot)) {
      if (errno != ENOENT)
        keep(name, errno);
      return;
    }
    for (int layers = 0; spot.mount != descent_.mount(); ++layers) // mounts may lie on one another
      if (layers == most_mounts || !unmount(directory, name) || !look_at(directory, name, spot))
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
    const bool is_ours = directory != descent_.top_descriptor();
    if ((number == EACCES || number == EPERM) && is_ours && make_writable(directory))
      return unlinkat(directory, name.c_str(), flags) == 0;
    errno = number;
    return false;
  }

  void enter(const std::string& name, const Spot& spot) {
    const int directory = descent_.descriptor();
    bool entered = descent_.enter(name, spot);
    if (!entered && errno == EACCES) {
      const Descriptor place(openat(directory, name.c_str(), O_PATH | O_NOFOLLOW | O_CLOEXEC));
      if (place.is_open() && make_writable(place.get()))
        entered = descent_.enter(name, spot);
    }
    if (entered)
      levels_.emplace_back();
    else
      keep(name, errno);
  }

  /// Goes up again, and removes the directory that is empty now.
  bool leave() {
    const std::string name = descent_.name();
    if (!descent_.open_above()) {
      const int number = errno;
      go_up();
      keep(name, number);
      return false;
    }
    const bool is_empty = here().stays.empty();
    const bool is_gone = is_empty && delete_in(descent_.descriptor_above(), name, AT_REMOVEDIR);
    const int number = errno;
    if (is_empty && !is_gone && number == ENOTEMPTY && here().rounds++ < most_rounds) {
      descent_.listing().begin_again(); // something came while others went
      return true;
    }
    go_up();
    if (!is_empty)
      here().stays.insert(name);
    else if (!is_gone)
      keep(name, number);
    return true;
  }

  void go_up() {
    descent_.leave();
    levels_.pop_back();
  }

  /// @returns nothing at the end of the directory.
  std::optional<Entry> next_entry() {
    while (const dirent* entry = descent_.listing().next()) {
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
      const fs::path place = path_ / descent_.path() / name;
      why_ = place.string() + what + std::generic_category().message(number);
    }
    here().stays.insert(name);
  }

  static constexpr int most_mounts = 64; ///< On one another.
  static constexpr int most_rounds = 16; ///< While somebody puts things into it.

  Descent descent_;
  fs::path path_;
  std::vector<Level> levels_; ///< Those of the descent.
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
  if (!top.is_open() || !look_at(top.descriptor(), {}, where)) {
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

#include "actors/providers/giving.hpp"

#include "actors/providers/descent.hpp"
#include "actors/providers/directories.hpp"
#include "actors/providers/known_names.hpp"
#include "config/descriptor.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <ctime>
#include <optional>
#include <thread>
#include <utility>

namespace orrery::providers {

namespace {

namespace fs = std::filesystem;
using config::Descriptor;
using Warn = std::function<void(const std::string&)>;

std::int64_t nanoseconds_of(clockid_t clock) {
  timespec now{};
  clock_gettime(clock, &now);
  return (std::chrono::seconds(now.tv_sec) + std::chrono::nanoseconds(now.tv_nsec)).count();
}

/// Lets the clock that file systems note changes by go on.
/// @returns its time, before which all changes are noted that were made until the call; without
/// that, once the clock stands for too long, or was put back, a time before some of them
std::int64_t wait_for_clock_of_changes() {
  constexpr int most_ticks = 250;
  timespec tick{};
  clock_getres(CLOCK_REALTIME_COARSE, &tick);
  const std::int64_t begun = nanoseconds_of(CLOCK_REALTIME);
  std::int64_t now = nanoseconds_of(CLOCK_REALTIME_COARSE);
  for (int i = 0; now <= begun && i < most_ticks; ++i) {
    std::this_thread::sleep_for(std::chrono::nanoseconds(tick.tv_nsec));
    now = nanoseconds_of(CLOCK_REALTIME_COARSE);
  }
  return now;
}

/// A directory that is open, and what it is.
struct Place {
  Listing listing;
  Spot spot;
};

/// Opens the directory in which a tree's top is.
tl::expected<Place, std::string> open_parent(const fs::path& tree) {
  Place parent{Listing(AT_FDCWD, tree.parent_path() / "."), {}};
  if (!parent.listing.is_open() || !look_at(parent.listing.descriptor(), {}, parent.spot))
    return cannot_be(tree.parent_path(), "read");
  return parent;
}

tl::unexpected<std::string> is_mount(const fs::path& directory, std::uint32_t user) {
  return tl::unexpected(directory.string()
                        + " is a mount point, through which nothing is given to a user: unmount "
                          "it, or give it to user "
                        + std::to_string(user) + " by hand");
}

/// One tree that is given, by descriptors: what was looked at is what is given, whatever has its
/// name by then.
///
/// Files with several names come last, in a walk of their own. A name counts if it has been where
/// it is since before that walk: neither the file nor the directory has changed since. So no name
/// counts twice that somebody moves along, and a file whose names have all been counted has none
/// elsewhere.
class Giving {
public:
  Giving(const fs::path& tree, std::uint32_t user) : tree_(tree), user_(user) {}

  Given give(const Warn& warn) {
    if (Given walked = walk(&Giving::give_file); !walked)
      return walked;
    if (mounts_ > 0 && warn)
      warn(tree_.string() + " has mount points, which stay whose they are with all below them: "
           + std::to_string(mounts_) + ", the first is " + first_mount_.string());
    if (has_several_names_)
      if (Given walked = give_files_with_several_names(warn); !walked)
        return walked;
    return give_directory(tree_, user_);
  }

private:
  /// Does something with what is no directory. @returns false, and errno
  using Visit = bool (Giving::*)(int file, const Spot& spot, const std::string& name);

  Given give_files_with_several_names(const Warn& warn) {
    begun_ = wait_for_clock_of_changes();
    if (Given walked = walk(&Giving::count_name); !walked)
      return walked;
    gives_directories_ = false;
    if (Given walked = warn ? walk(&Giving::note_left) : Given(); !walked)
      return walked;
    if (left_ > 0)
      warn(tree_.string() + " has files with names outside of it, which stay whose they are: "
           + std::to_string(left_) + " names, the first is " + first_left_.string());
    return {};
  }

  /// @param visit for each that is no directory, nor a mount point
  Given walk(Visit visit) {
    auto parent = open_parent(tree_);
    if (!parent)
      return tl::unexpected(parent.error());
    descent_.emplace(std::move(parent->listing), parent->spot, Descent::Again::FromWhereItWas);
    Given done = take(tree_.filename(), visit);
    while (done && descent_->depth() > 0)
      if (const dirent* entry = descent_->listing().next(); entry == nullptr)
        done = leave();
      else if (const std::string name = entry->d_name; name != "." && name != "..")
        done = take(name, visit);
    return done;
  }

  Given take(const std::string& name, Visit visit) {
    Spot spot;
    {
      const Descriptor file = descent_->open_place(name);
      if (!file.is_open() && errno == ENOENT)
        return {}; // it is gone meanwhile
      if (!file.is_open() || !look_at(file.get(), {}, spot))
        return cannot_be(path_of(name), "looked at");
      if (spot.mount != descent_->mount())
        return pass_mount(name);
      if (!spot.is_directory)
        return (this->*visit)(file.get(), spot, name)
                 ? Given()
                 : cannot_be(path_of(name), "given to its user");
    }
    if (!descent_->enter(name, spot) && errno != ENOENT)
      return cannot_be(path_of(name), "read");
    return {};
  }

  Given pass_mount(const std::string& name) {
    if (descent_->depth() == 0)
      return is_mount(tree_, user_);
    if (gives_directories_ && mounts_++ == 0)
      first_mount_ = path_of(name);
    return {};
  }

  /// Gives the directory, unless it is the tree's top, and goes up.
  Given leave() {
    if (gives_directories_ && descent_->depth() > 1
        && fchown(descent_->descriptor(), user_, user_) != 0)
      return cannot_be(path_of({}), "given to its user");
    if (!descent_->open_above())
      return cannot_be(path_of(".."), "read");
    descent_->leave();
    return {};
  }

  bool give_file(int file, const Spot& spot, const std::string&) {
    if (spot.names > 1) {
      has_several_names_ = has_several_names_ || spot.owner != user_;
      return true;
    }
    return fchownat(file, "", user_, user_, AT_EMPTY_PATH) == 0;
  }

  bool count_name(int file, const Spot& spot, const std::string& name) {
    Spot directory; // after the file: whatever brought it here has changed the directory before
    if (spot.names < 2 || spot.owner == user_)
      return true;
    if (!look_at(descent_->descriptor(), {}, directory))
      return false;
    if (spot.changed >= begun_ || directory.changed >= begun_
        || !names_.has_all_with(spot, directory, name))
      return true;
    return fchownat(file, "", user_, user_, AT_EMPTY_PATH) == 0;
  }

  bool note_left(int, const Spot& spot, const std::string& name) {
    if (spot.names > 1 && spot.owner != user_ && left_++ == 0)
      first_left_ = path_of(name);
    return true;
  }

  [[nodiscard]] fs::path path_of(const std::string& name) const {
    return tree_.parent_path() / descent_->path() / name;
  }

  const fs::path tree_;
  const std::uint32_t user_;
  std::optional<Descent> descent_; ///< Of the walk that is under way.
  bool gives_directories_ = true;
  std::size_t mounts_ = 0;
  fs::path first_mount_;
  bool has_several_names_ = false; ///< A file that is not the user's yet.
  std::int64_t begun_ = 0;         ///< When the walk that counts names began.
  KnownNames names_{most_names};
  std::size_t left_ = 0; ///< Names of files.
  fs::path first_left_;
};

} // namespace

Given give_tree(const fs::path& tree, std::uint32_t user, const Warn& warn) {
  return Giving(tree, user).give(warn);
}

Given give_directory(const fs::path& directory, std::uint32_t user) {
  const auto parent = open_parent(directory);
  if (!parent)
    return tl::unexpected(parent.error());
  const int above = parent->listing.descriptor();
  const Descriptor own(
    openat(above, directory.filename().c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  Spot spot;
  if (!own.is_open() || !look_at(own.get(), {}, spot))
    return cannot_be(directory, "read");
  if (spot.mount != parent->spot.mount)
    return is_mount(directory, user);
  return fchown(own.get(), user, user) == 0 ? Given() : cannot_be(directory, "given to its user");
}

} // namespace orrery::providers

#include "actors/providers/charm_moving.hpp"

#include "config/descriptor.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <memory>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

namespace orrery::providers {

namespace {

namespace fs = std::filesystem;
using config::Descriptor;
using Moved = tl::expected<void, std::string>;

constexpr int directory_flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
constexpr mode_t all_modes = 07777;

/// A directory of the copy, and the one of its name that comes.
struct Here {
  int copy;
  int fresh;
  fs::path inside; ///< Their path in the charm.
};

/// A step that was done, to be undone.
struct Deed {
  enum class Kind { CameIn, WentAside, Opened };
  Kind kind;
  fs::path inside; ///< Of what it was done to.
  std::string as;  ///< Its name among what went aside.
  mode_t mode = 0; ///< That the directory had.
};

/// The mode of a directory that is open to its owner, and still says what it was before: what the
/// owner could not do is kept in the bits of setuid, setgid and sticky, which no charm's directory
/// has.
mode_t opened(mode_t mode) {
  return (mode & all_modes) | S_IRWXU | (~mode & S_IRWXU) << 3;
}
mode_t before_opened(mode_t mode) {
  return (mode & ACCESSPERMS) & ~((mode & all_modes) >> 3 & S_IRWXU);
}

/// By name in a directory, links not followed; nothing if it is not there.
std::optional<struct stat> look(int directory, const std::string& name) {
  struct stat found {};
  if (fstatat(directory, name.c_str(), &found, AT_SYMLINK_NOFOLLOW) != 0)
    return std::nullopt;
  return found;
}

/// A directory below another, by no link.
Descriptor open_below(int root, const fs::path& inside) {
  Descriptor directory(openat(root, ".", directory_flags));
  for (const fs::path& name : inside)
    if (directory.is_open())
      directory = Descriptor(openat(directory.get(), name.c_str(), directory_flags));
  return directory;
}

class Moving {
public:
  explicit Moving(const CharmMove& move)
    : move_(move), copy_(open(move.copy.c_str(), directory_flags)),
      fresh_(open(move.fresh.c_str(), directory_flags)),
      aside_(open(move.aside.c_str(), directory_flags)) {}

  Moved run() {
    if (!copy_.is_open() || !fresh_.is_open() || !aside_.is_open())
      return failure({}, errno);
    Moved moved = merge({copy_.get(), fresh_.get(), {}});
    if (!moved)
      for (auto deed = deeds_.rbegin(); deed != deeds_.rend(); ++deed)
        undo(*deed);
    return moved;
  }

private:
  [[nodiscard]] Moved failure(const fs::path& inside, int number) const {
    const std::string what = (move_.copy / inside).string();
    if (number == EXDEV || number == EBUSY)
      return tl::unexpected(what + " cannot be replaced, something is mounted there: unmount it");
    const std::string why =
      what + " cannot be replaced: " + std::generic_category().message(number);
    return number == EPERM || number == EACCES
             ? tl::unexpected(why + "; give it to the user that runs the unit's hooks")
             : tl::unexpected(why);
  }
  [[nodiscard]] Moved step(const char* deed, const fs::path& inside) const {
    return move_.before ? move_.before(std::string(deed) + " " + inside.string()) : Moved();
  }

  /// All at once: entries come and go below.
  [[nodiscard]] tl::expected<std::vector<std::string>, std::string>
  names_in(int directory, const fs::path& inside) const {
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

  Moved merge(const Here& here) {
    if (Moved opened = open_to_us(here); !opened)
      return opened;
    for (const int directory : {here.copy, here.fresh}) {
      const auto names = names_in(directory, here.inside);
      if (!names)
        return tl::unexpected(names.error());
      for (const std::string& name : *names)
        if (Moved moved = directory == here.copy ? let_go(here, name) : put(here, name); !moved)
          return moved;
    }
    return take_mode(here);
  }

  /// Something that only the old charm had.
  Moved let_go(const Here& here, const std::string& name) {
    const fs::path inside = here.inside / name;
    if (!move_.old_members.contains(inside.string()) || move_.new_members.contains(inside.string()))
      return {};
    const Moved told = step("remove", inside);
    return told ? put_aside(here.copy, inside) : told;
  }

  /// Something of the new charm.
  Moved put(const Here& here, const std::string& name) {
    const fs::path inside = here.inside / name;
    const auto comes = look(here.fresh, name);
    const auto there = look(here.copy, name);
    if (!comes)
      return failure(inside, errno);
    if (there && S_ISDIR(comes->st_mode) && S_ISDIR(there->st_mode))
      return below(here, inside);
    if (Moved told = step("put", inside); !told)
      return told;
    const bool are_files = there && !S_ISDIR(comes->st_mode) && !S_ISDIR(there->st_mode);
    if (there && !(are_files && link_aside(here.copy, inside)))
      if (Moved aside = put_aside(here.copy, inside); !aside)
        return aside;
    if (renameat(here.fresh, name.c_str(), here.copy, name.c_str()) != 0)
      return failure(inside, errno);
    if (!are_files)
      deeds_.push_back({Deed::Kind::CameIn, inside, {}});
    return {};
  }

  Moved below(const Here& here, const fs::path& inside) {
    const std::string name = inside.filename();
    const Descriptor copy(openat(here.copy, name.c_str(), directory_flags));
    const Descriptor fresh(openat(here.fresh, name.c_str(), directory_flags));
    if (!copy.is_open() || !fresh.is_open())
      return failure(inside, errno);
    return merge({copy.get(), fresh.get(), inside});
  }

  /// Lets the file that comes take its place by one rename.
  bool link_aside(int directory, const fs::path& inside) {
    const std::string as = std::to_string(deeds_.size());
    if (linkat(directory, inside.filename().c_str(), aside_.get(), as.c_str(), 0) != 0)
      return false;
    deeds_.push_back({Deed::Kind::WentAside, inside, as});
    return true;
  }
  Moved put_aside(int directory, const fs::path& inside) {
    const std::string as = std::to_string(deeds_.size());
    if (renameat(directory, inside.filename().c_str(), aside_.get(), as.c_str()) != 0)
      return failure(inside, errno);
    deeds_.push_back({Deed::Kind::WentAside, inside, as});
    return {};
  }

  /// While its entries are moved.
  Moved open_to_us(const Here& here) {
    struct stat copy {};
    struct stat fresh {};
    if (fstat(here.copy, &copy) != 0 || fstat(here.fresh, &fresh) != 0)
      return failure(here.inside, errno);
    deeds_.push_back({Deed::Kind::Opened, here.inside, {}, copy.st_mode & all_modes});
    if (fchmod(here.copy, (copy.st_mode & all_modes) | S_IRWXU) != 0
        || fchmod(here.fresh, opened(fresh.st_mode)) != 0)
      return failure(here.inside, errno);
    return {};
  }
  /// Gives the directory the mode of the charm's (P28); the outermost one keeps its own.
  [[nodiscard]] Moved take_mode(const Here& here) const {
    struct stat fresh {};
    if (here.inside.empty())
      return {};
    if (fstat(here.fresh, &fresh) != 0 || fchmod(here.copy, before_opened(fresh.st_mode)) != 0)
      return failure(here.inside, errno);
    return {};
  }

  /// A deed that cannot be undone stays: the next call goes on from there.
  void undo(const Deed& deed) const {
    const fs::path directory =
      deed.kind == Deed::Kind::Opened ? deed.inside : deed.inside.parent_path();
    const std::string name = deed.inside.filename();
    const Descriptor copy = open_below(copy_.get(), directory);
    const Descriptor fresh = open_below(fresh_.get(), directory);
    switch (deed.kind) {
    case Deed::Kind::CameIn:
      static_cast<void>(renameat(copy.get(), name.c_str(), fresh.get(), name.c_str()));
      break;
    case Deed::Kind::WentAside:
      static_cast<void>(renameat(aside_.get(), deed.as.c_str(), copy.get(), name.c_str()));
      break;
    case Deed::Kind::Opened:
      static_cast<void>(fchmod(copy.get(), deed.mode));
      break;
    }
  }

  const CharmMove& move_;
  const Descriptor copy_;
  const Descriptor fresh_;
  const Descriptor aside_;
  std::vector<Deed> deeds_; ///< In the order in which they were done.
};

} // namespace

Moved move_charm_in(const CharmMove& move) {
  return Moving(move).run();
}

} // namespace orrery::providers

#include "actors/providers/charm_replacement.hpp"

#include "actors/providers/charm_copy.hpp"
#include "actors/providers/charm_members.hpp"
#include "actors/providers/charm_moving.hpp"
#include "actors/providers/directories.hpp"
#include "actors/providers/removal.hpp"
#include "config/descriptor.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <system_error>
#include <utility>

namespace orrery::providers {

namespace {

namespace fs = std::filesystem;
using config::Descriptor;

bool is_there(const fs::path& path) {
  struct stat found {};
  return lstat(path.c_str(), &found) == 0;
}

using Finished = tl::expected<void, ReplacementFault>;

Finished not_copied(const std::string& why) {
  return tl::unexpected(ReplacementFault{why, true});
}

/// Passes on what has failed otherwise, if anything has.
Finished in_the_way(const Replaced& done) {
  return done ? Finished() : tl::unexpected(ReplacementFault{done.error()});
}

class Replacing {
public:
  explicit Replacing(const CharmReplacement& wanted)
    : wanted_(wanted), charm_(wanted.directory / "charm"), fresh_(wanted.directory / "charm.new"),
      old_(wanted.directory / "charm.old"), list_(list_of_copy(charm_)),
      fresh_list_(wanted.directory / "charm-members.new") {}

  Finished run() {
    if (const Replaced settled = settle(); !settled)
      return in_the_way(settled);
    if (!is_there(charm_)) {
      const Replaced made = make_first();
      return made ? Finished() : not_copied(made.error());
    }
    if (const Replaced fits = check_place(); !fits)
      return in_the_way(fits);
    const auto members = build();
    const Replaced moved = members ? move_in(*members) : Replaced();
    if (members && moved)
      return in_the_way(finish());
    drop_members(fresh_list_);
    discard(fresh_);
    return members ? in_the_way(moved) : not_copied(members.error());
  }

  Replaced settle() {
    const auto begun = read_members(fresh_list_);
    if (begun && is_there(fresh_) && is_there(charm_)) {
      const Replaced moved = move_in(*begun);
      return moved ? finish() : moved;
    }
    drop_members(fresh_list_);
    discard(fresh_);
    discard(old_);
    return {};
  }

private:
  [[nodiscard]] Replaced step(std::string_view name) const {
    return wanted_.before ? wanted_.before(name) : Replaced();
  }
  void discard(const fs::path& files) const {
    if (!is_there(files))
      return;
    if (wanted_.discard)
      return wanted_.discard(files);
    [[maybe_unused]] const auto removed = remove_tree(files); // who makes the next one says so
  }
  [[nodiscard]] Replaced give(const fs::path& files) const {
    return wanted_.give ? wanted_.give(files) : Replaced();
  }

  [[nodiscard]] Replaced make_first() const {
    Replaced copied = copy_charm(wanted_.charm, charm_, wanted_.revision);
    return copied ? give(charm_) : copied;
  }

  [[nodiscard]] Replaced check_place() const {
    struct stat copy {};
    struct stat home {};
    if (lstat(charm_.c_str(), &copy) != 0 || lstat(wanted_.directory.c_str(), &home) != 0)
      return cannot_be(charm_, "looked at");
    if (S_ISLNK(copy.st_mode))
      return tl::unexpected(charm_.string()
                            + " is a symlink: put the directory that it leads to in its place");
    if (!S_ISDIR(copy.st_mode))
      return tl::unexpected(charm_.string()
                            + " is no directory: remove it, and the charm is copied anew");
    if (copy.st_dev != home.st_dev)
      return tl::unexpected(charm_.string() + " lies on another file system than "
                            + wanted_.directory.string()
                            + ", and files cannot be moved there: unmount it, and copy it there");
    return {};
  }

  /// All files that come, and the text of their list, are on disk before the list has its name. The
  /// name comes to disk before any move does, because a file system's journal keeps their order.
  [[nodiscard]] tl::expected<CharmMembers, std::string> build() const {
    if (const Replaced told = step("copy"); !told)
      return tl::unexpected(told.error());
    auto members = copy_charm_anew(wanted_.charm, fresh_, wanted_.revision);
    if (!members)
      return members;
    if (const Replaced given = give(fresh_); !given)
      return tl::unexpected(given.error());
    if (const Replaced drafted = draft_members(fresh_list_, *members); !drafted)
      return tl::unexpected(drafted.error());
    if (const Replaced written = write_to_disk(fresh_); !written)
      return tl::unexpected(written.error());
    if (const Replaced told = step("note"); !told)
      return tl::unexpected(told.error());
    if (const Replaced noted = put_members_in_place(fresh_list_); !noted)
      return tl::unexpected(noted.error());
    return members;
  }

  /// Whatever lies on the file system.
  [[nodiscard]] static Replaced write_to_disk(const fs::path& files) {
    const Descriptor directory(
      open(files.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    return directory.is_open() && syncfs(directory.get()) == 0
             ? Replaced()
             : cannot_be(files, "written to disk");
  }

  [[nodiscard]] Replaced move_in(const CharmMembers& members) const {
    discard(old_);
    if (mkdir(old_.c_str(), S_IRWXU) != 0)
      return cannot_be(old_, "made");
    const CharmMembers before = read_members(list_).value_or(CharmMembers());
    return move_charm_in({charm_, fresh_, old_, before, members, wanted_.before});
  }

  /// The list of the files that have come is not there before they are, as in build(). All of it
  /// is on disk before anybody says that it is done.
  [[nodiscard]] Replaced finish() const {
    if (const Replaced told = step("list"); !told)
      return told;
    if (rename(fresh_list_.c_str(), list_.c_str()) != 0)
      return cannot_be(list_, "put in its place");
    if (const Replaced written = write_to_disk(wanted_.directory); !written)
      return written;
    if (const Replaced told = step("discard"); !told)
      return told;
    discard(fresh_);
    discard(old_);
    return {};
  }

  const CharmReplacement& wanted_;
  const fs::path charm_, fresh_, old_;
  const fs::path list_, fresh_list_;
};

} // namespace

tl::expected<void, ReplacementFault> replace_charm(const CharmReplacement& replacement) {
  return Replacing(replacement).run();
}

Replaced settle_replacement(const CharmReplacement& replacement) {
  return Replacing(replacement).settle();
}

} // namespace orrery::providers

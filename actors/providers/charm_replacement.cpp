#include "actors/providers/charm_replacement.hpp"

#include "actors/providers/charm_copy.hpp"
#include "actors/providers/charm_keeping.hpp"
#include "actors/providers/charm_members.hpp"
#include "actors/providers/removal.hpp"
#include "config/descriptor.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <system_error>
#include <utility>

namespace orrery::providers {

namespace {

namespace fs = std::filesystem;
using config::Descriptor;

tl::unexpected<std::string> failed(const fs::path& path, const char* what) {
  const int number = errno;
  return tl::unexpected(path.string() + " cannot be " + what + ": "
                        + std::generic_category().message(number));
}

bool is_there(const fs::path& path) {
  struct stat found {};
  return lstat(path.c_str(), &found) == 0;
}

/// Returns the inode of a directory; 0 for all else.
std::uint64_t inode_of(const fs::path& path) {
  struct stat found {};
  return lstat(path.c_str(), &found) == 0 && S_ISDIR(found.st_mode) ? found.st_ino : 0;
}

class Replacing {
public:
  explicit Replacing(const CharmReplacement& wanted)
    : wanted_(wanted), charm_(wanted.directory / "charm"), fresh_(wanted.directory / "charm.new"),
      old_(wanted.directory / "charm.old"), list_(list_of_copy(charm_)),
      fresh_list_(wanted.directory / "charm-members.new") {}

  Replaced run() {
    if (Replaced settled = settle(); !settled)
      return settled;
    if (!is_there(charm_))
      return make_first();
    if (Replaced fits = check_place(); !fits)
      return fits;
    auto members = build();
    Replaced exchanged =
      members ? exchange() : Replaced(tl::unexpected(std::move(members.error())));
    if (exchanged)
      return finish(*members);
    [[maybe_unused]] const Replaced settled_again = settle(); // else the next call does
    return exchanged;
  }

  Replaced settle() {
    const auto noted = read_members(fresh_list_);
    if (Replaced found = find_copy(noted); !found)
      return found;
    if (noted && inode_of(charm_) == noted->inode)
      return finish(noted->members);
    take_back();
    return {};
  }

private:
  void step(std::string_view name) const {
    if (wanted_.before)
      wanted_.before(name);
  }
  void discard(const fs::path& copy) const {
    if (!is_there(copy))
      return;
    if (wanted_.discard)
      return wanted_.discard(copy);
    [[maybe_unused]] const auto removed = remove_tree(copy); // the next copy's making says so
  }
  [[nodiscard]] Replaced give(const fs::path& copy) const {
    return wanted_.give ? wanted_.give(copy) : Replaced();
  }
  void take_back() const {
    unlink(fresh_list_.c_str());
    discard(fresh_);
  }

  /// A process was killed between two renames: there is no copy in place, or two former ones.
  [[nodiscard]] Replaced find_copy(const std::optional<MemberList>& noted) const {
    if (!is_there(charm_)) {
      const bool is_whole = noted && inode_of(fresh_) == noted->inode;
      const fs::path& found = is_whole ? fresh_ : old_;
      if (is_there(found) && rename(found.c_str(), charm_.c_str()) != 0)
        return failed(found, "put in its place");
    }
    if (!is_there(old_))
      return {};
    if (is_there(fresh_))
      discard(old_);
    else if (rename(old_.c_str(), fresh_.c_str()) != 0)
      return failed(old_, "put aside");
    return {};
  }

  [[nodiscard]] Replaced make_first() const {
    Replaced copied = copy_charm(wanted_.charm, charm_);
    return copied ? give(charm_) : copied;
  }

  [[nodiscard]] Replaced check_place() const {
    struct stat copy {};
    struct stat home {};
    if (lstat(charm_.c_str(), &copy) != 0 || lstat(wanted_.directory.c_str(), &home) != 0)
      return failed(charm_, "looked at");
    if (S_ISLNK(copy.st_mode))
      return tl::unexpected(charm_.string()
                            + " is a symlink: put the directory that it leads to in its place");
    if (!S_ISDIR(copy.st_mode))
      return tl::unexpected(charm_.string()
                            + " is no directory: remove it, and the charm is copied anew");
    if (copy.st_dev != home.st_dev)
      return tl::unexpected(charm_.string() + " lies on another file system than "
                            + wanted_.directory.string()
                            + ", and cannot be exchanged: unmount it, and copy it there");
    return {};
  }

  /// Makes the next copy. The copy is on disk before its list is, and the list before the exchange.
  [[nodiscard]] tl::expected<CharmMembers, std::string> build() const {
    step("copy");
    auto members = copy_charm_anew(wanted_.charm, fresh_);
    if (!members)
      return members;
    step("give"); // before links to the user's own files are there: those keep their owners
    if (Replaced given = give(fresh_); !given)
      return tl::unexpected(given.error());
    step("keep");
    if (Replaced kept = keep_rest(charm_, fresh_, old_members(), *members); !kept)
      return tl::unexpected(kept.error());
    step("note");
    const Descriptor copy(open(fresh_.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!copy.is_open() || syncfs(copy.get()) != 0)
      return failed(fresh_, "written to disk");
    if (Replaced noted = write_members(fresh_list_, {inode_of(fresh_), *members}); !noted)
      return tl::unexpected(noted.error());
    return members;
  }

  [[nodiscard]] CharmMembers old_members() const {
    auto list = read_members(list_);
    return list ? std::move(list->members) : CharmMembers();
  }

  [[nodiscard]] Replaced exchange() const {
    step("exchange");
    if (wanted_.can_exchange) {
      if (renameat2(AT_FDCWD, fresh_.c_str(), AT_FDCWD, charm_.c_str(), RENAME_EXCHANGE) == 0)
        return {};
      if (errno != EINVAL && errno != ENOSYS && errno != EOPNOTSUPP)
        return failed(charm_,
                      errno == EBUSY ? "replaced (unmount what is mounted there)" : "replaced");
    }
    if (rename(charm_.c_str(), old_.c_str()) != 0)
      return failed(charm_, "put aside");
    step("put in place");
    if (rename(fresh_.c_str(), charm_.c_str()) != 0) {
      const auto why = failed(fresh_, "put in its place");
      [[maybe_unused]] const int back = rename(old_.c_str(), charm_.c_str()); // else settle() does
      return why;
    }
    step("put aside");
    return rename(old_.c_str(), fresh_.c_str()) == 0 ? Replaced() : failed(old_, "put aside");
  }

  /// The copies have been exchanged.
  [[nodiscard]] Replaced finish(const CharmMembers& members) const {
    step("catch up");
    if (is_there(fresh_))
      if (Replaced kept = keep_rest(fresh_, charm_, old_members(), members); !kept)
        return kept;
    step("list");
    if (rename(fresh_list_.c_str(), list_.c_str()) != 0)
      return failed(list_, "put in its place");
    const Descriptor home(
      open(wanted_.directory.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!home.is_open() || fsync(home.get()) != 0)
      return failed(wanted_.directory, "written to disk");
    step("discard");
    discard(fresh_);
    return {};
  }

  const CharmReplacement& wanted_;
  const fs::path charm_, fresh_, old_;
  const fs::path list_, fresh_list_;
};

} // namespace

Replaced replace_charm(const CharmReplacement& replacement) {
  return Replacing(replacement).run();
}

Replaced settle_replacement(const CharmReplacement& replacement) {
  return Replacing(replacement).settle();
}

} // namespace orrery::providers

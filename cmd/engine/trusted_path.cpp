#include "cmd/engine/trusted_path.hpp"

#include <grp.h>
#include <pwd.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <system_error>

namespace orrery::cmd {

namespace {

namespace fs = std::filesystem;

constexpr int most_links = 40; ///< As many as the kernel follows.

/// The user that stands for all who are not in our user namespace; nobody where we are in the first
/// one, in which it is a user as any other.
uid_t unmapped_user() {
  constexpr std::uint64_t all = 4294967295;
  std::uint64_t inside = 0;
  std::uint64_t outside = 0;
  std::uint64_t count = 0;
  std::ifstream("/proc/self/uid_map") >> inside >> outside >> count;
  uid_t user = 0;
  if (count == 0 || count == all || !(std::ifstream("/proc/sys/kernel/overflowuid") >> user))
    return 0;
  return user;
}

/// Whether somebody else has the group as his first one: no list of members names such a user.
bool is_anothers_first(gid_t group, uid_t user) {
  bool found = false;
  setpwent();
  while (const struct passwd* const entry = getpwent())
    found = found || (entry->pw_gid == group && entry->pw_uid != user);
  endpwent();
  return found;
}

/// Whether the group is the user's own, as most systems make one for each user.
bool is_own_group(gid_t group, uid_t user) {
  const struct group* const entry = getgrgid(group); // no other thread runs yet
  const std::string name = entry != nullptr ? entry->gr_name : "";
  const bool is_empty =
    entry != nullptr
    && (entry->gr_mem[0] == nullptr || (entry->gr_mem[0] == name && entry->gr_mem[1] == nullptr));
  const struct passwd* const owner = getpwuid(user);
  return is_empty && owner != nullptr && owner->pw_name == name && owner->pw_gid == group
         && !is_anothers_first(group, user);
}

/// Whether an access list gives rights to users or groups that the mode does not name. Its rights
/// are at most those that the mode says the group has.
bool has_access_list(const fs::path& directory) {
  return getxattr(directory.c_str(), "system.posix_acl_access", nullptr, 0) > 0;
}

class Walk {
public:
  /// Goes through a path from the top.  @returns what is wrong.
  std::string go(const fs::path& path) {
    fs::path here = "/";
    std::string why = judge(here);
    for (auto part = path.begin(); why.empty() && part != path.end(); ++part) {
      if (*part == "/" || part->empty() || *part == ".")
        continue;
      here = *part == ".." ? here.parent_path() : here / *part;
      std::error_code error;
      if (!fs::is_symlink(fs::symlink_status(here, error))) {
        why = judge(here);
        continue;
      }
      if (++links_ > most_links)
        return here.string() + " is a link in a circle";
      fs::path rest;
      const fs::path target = fs::read_symlink(here, error);
      for (auto more = std::next(part); more != path.end(); ++more)
        rest /= *more;
      if (why = judge_link(here); !why.empty())
        return why;
      return go(target.is_absolute() ? target / rest : here.parent_path() / target / rest);
    }
    return why;
  }

private:
  [[nodiscard]] bool is_trusted(uid_t owner) const {
    return owner == geteuid() || owner == 0 || owner == unmapped_;
  }

  /// A link itself has no rights. The directory around it says who else could replace it; but in a
  /// sticky one its owner can, too.
  [[nodiscard]] std::string judge_link(const fs::path& link) const {
    struct stat found {};
    if (lstat(link.c_str(), &found) != 0)
      return link.string() + " cannot be looked at: " + std::generic_category().message(errno);
    if (is_trusted(found.st_uid))
      return {};
    return link.string() + " is a link of user " + std::to_string(found.st_uid)
           + ", who could let it lead anywhere: name the directory itself";
  }

  std::string judge(const fs::path& directory) const {
    struct stat found {};
    if (stat(directory.c_str(), &found) != 0)
      return directory.string() + " cannot be looked at: " + std::generic_category().message(errno);
    if (!is_trusted(found.st_uid))
      return directory.string() + " belongs to user " + std::to_string(found.st_uid)
             + ", who could put anything in its place, and hooks would run it as user "
             + std::to_string(geteuid()) + ": start orrery as that user, or choose a directory of "
             + "your own";
    const bool by_all = (found.st_mode & S_IWOTH) != 0;
    const bool by_group = (found.st_mode & S_IWGRP) != 0
                          && ((found.st_gid != 0 && !is_own_group(found.st_gid, found.st_uid))
                              || has_access_list(directory));
    if ((by_all || by_group) && (found.st_mode & S_ISVTX) == 0)
      return directory.string()
             + " can be written by others, who could put anything in its place: chmod "
             + (by_all ? "go-w" : "g-w") + " it, or choose another directory";
    return {};
  }

  const uid_t unmapped_ = unmapped_user();
  int links_ = 0;
};

} // namespace

std::string distrust(const fs::path& path) {
  return Walk().go(path);
}

} // namespace orrery::cmd

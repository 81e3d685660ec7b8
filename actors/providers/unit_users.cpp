#include "actors/providers/unit_users.hpp"

#include "actors/providers/directories.hpp"
#include "config/descriptor.hpp"
#include "store/names.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <memory>
#include <optional>
#include <system_error>
#include <utility>

namespace orrery::providers {

namespace {

namespace fs = std::filesystem;
constexpr mode_t users_mode = 0700;
constexpr int most_tree_depth = 1'000; ///< A descriptor a level is open.

/// Gives what is no directory. By its descriptor: what was looked at is what is given, whatever has
/// its name by then. A file with a second name may be another user's. @returns false, and errno
bool give_file(int directory, const std::string& name, std::uint32_t user) {
  const config::Descriptor file(openat(directory, name.c_str(), O_PATH | O_NOFOLLOW | O_CLOEXEC));
  struct stat what {};
  if (!file.is_open())
    return errno == ENOENT; // it is gone meanwhile
  if (fstat(file.get(), &what) != 0)
    return false;
  return (S_ISREG(what.st_mode) && what.st_nlink != 1)
         || fchownat(file.get(), "", user, user, AT_EMPTY_PATH) == 0;
}

/// @param directory is closed.
Given give_directory(config::Descriptor directory,
                     const fs::path& path,
                     std::uint32_t user,
                     int depth) {
  if (depth > most_tree_depth)
    return tl::unexpected(path.string() + " lies too deep to be given to a user");
  const std::unique_ptr<DIR, int (*)(DIR*)> list(fdopendir(dup(directory.get())), closedir);
  if (!list)
    return cannot_be(path, "read");
  while (const dirent* entry = readdir(list.get())) {
    const std::string name = entry->d_name;
    struct stat what {};
    if (name == "." || name == ".."
        || fstatat(directory.get(), name.c_str(), &what, AT_SYMLINK_NOFOLLOW) != 0)
      continue; // it is gone meanwhile
    if (S_ISDIR(what.st_mode)) {
      config::Descriptor below(
        openat(directory.get(), name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
      if (!below.is_open())
        return cannot_be(path / name, "read");
      if (auto given = give_directory(std::move(below), path / name, user, depth + 1); !given)
        return given;
    } else if (!give_file(directory.get(), name, user)) {
      return cannot_be(path / name, "given to its unit's user");
    }
  }
  return fchown(directory.get(), user, user) == 0 ? Given()
                                                  : cannot_be(path, "given to its unit's user");
}

/// Makes a directory and all that is in it a user's own, with a group of the user's number. What is
/// in it comes before it, so that nobody changes it meanwhile; links are not followed.
Given give_tree(const fs::path& directory, std::uint32_t user) {
  config::Descriptor top(open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  if (!top.is_open())
    return cannot_be(directory, "read");
  return give_directory(std::move(top), directory, user, 0);
}

std::optional<std::uint32_t> parse_link_name(const std::string& name) {
  std::uint32_t user = 0;
  const char* const end = name.data() + name.size();
  const auto parsed = std::from_chars(name.data(), end, user);
  return parsed.ec == std::errc() && parsed.ptr == end && user != 0 ? std::optional(user)
                                                                    : std::nullopt;
}

} // namespace

void UnitUsers::read(fs::path directory, config::UserRange range, std::vector<fs::path> above) {
  directory_ = std::move(directory);
  range_ = range;
  above_ = std::move(above);
  std::error_code error; // not there: nobody has one
  for (fs::directory_iterator entry(directory_, error); !error && entry != fs::directory_iterator();
       entry.increment(error)) {
    std::error_code gone;
    const std::string unit = fs::read_symlink(entry->path(), gone).string();
    const auto user = parse_link_name(entry->path().filename().string());
    if (gone || !user || !store::is_unit_name(unit))
      continue;
    by_unit_.emplace(unit, *user);
    given_.insert(*user);
    last_ = std::max(last_, *user);
  }
}

std::uint32_t UnitUsers::next() const {
  const auto size = std::uint64_t{range_.last} - range_.first + 1;
  std::uint32_t user = last_ < range_.first || last_ >= range_.last ? range_.first : last_ + 1;
  for (std::uint64_t i = 0; i < size; ++i) {
    if (!given_.contains(user))
      return user;
    user = user == range_.last ? range_.first : user + 1;
  }
  return 0;
}

tl::expected<std::uint32_t, std::string> UnitUsers::user_for(const std::string& unit) {
  const std::lock_guard lock(mutex_);
  if (const auto found = by_unit_.find(unit); found != by_unit_.end())
    return found->second;
  if (mkdir(directory_.c_str(), users_mode) != 0 && errno != EEXIST)
    return cannot_be(directory_, "made");
  for (;;) {
    const std::uint32_t user = next();
    if (user == 0)
      return tl::unexpected("no user is left for unit " + unit + ": all of run-as-range "
                            + std::to_string(range_.first) + "-" + std::to_string(range_.last)
                            + " are given: remove units, or set a larger range");
    last_ = user;
    if (symlink(unit.c_str(), (directory_ / std::to_string(user)).c_str()) == 0) {
      given_.insert(user);
      by_unit_.emplace(unit, user);
      return user;
    }
    if (errno != EEXIST)
      return cannot_be(directory_ / std::to_string(user), "made");
    given_.insert(user); // nobody knows whose: it is not given again
  }
}

std::uint32_t UnitUsers::of(const std::string& unit) const {
  const std::lock_guard lock(mutex_);
  const auto found = by_unit_.find(unit);
  return found == by_unit_.end() ? 0 : found->second;
}

void UnitUsers::take_back(const std::string& unit) {
  const std::lock_guard lock(mutex_);
  const auto found = by_unit_.find(unit);
  if (found == by_unit_.end())
    return;
  ::unlink((directory_ / std::to_string(found->second)).c_str());
  given_.erase(found->second);
  by_unit_.erase(found);
}

void UnitUsers::keep_only(const std::set<std::string>& units) {
  std::vector<std::string> gone;
  {
    const std::lock_guard lock(mutex_);
    for (const auto& [unit, user] : by_unit_)
      if (!units.contains(unit))
        gone.push_back(unit);
  }
  for (const std::string& unit : gone)
    take_back(unit);
}

Given UnitUsers::give(const std::string& unit, const fs::path& directory, const fs::path& charm) {
  if (!are_given())
    return {};
  const auto user = user_for(unit);
  if (!user)
    return tl::unexpected(user.error());
  struct stat found {};
  if (lstat(directory.c_str(), &found) != 0)
    return cannot_be(directory, "looked at");
  if (found.st_uid != *user)
    return give_tree(directory, *user);
  if (lstat(charm.c_str(), &found) == 0 && found.st_uid != *user)
    return give_tree(charm, *user);
  return {};
}

Given UnitUsers::open(const std::vector<fs::path>& directories) const {
  if (!are_given())
    return {};
  constexpr mode_t pass = 0711;
  for (const auto* all : {&above_, &directories})
    for (const fs::path& directory : *all)
      if (chmod(directory.c_str(), pass) != 0)
        return cannot_be(directory, "opened to units");
  return {};
}

Given settle_users(Provider& provider, UnitUsers& users) {
  if (!users.are_given())
    return {};
  std::set<std::string> all;
  const auto machines = provider.list();
  if (!machines)
    return tl::unexpected(machines.error().text);
  for (const Instance& each : *machines) {
    const auto machine = store::parse_id(each.name.substr(each.name.rfind('-') + 1)).value_or(0);
    const auto home = provider.directory(machine);
    if (Given opened = users.open({home, home / "units"}); !opened)
      return opened;
    const auto units = provider.deployed_units(machine);
    for (const std::string& unit : units.value_or(std::vector<std::string>())) {
      const UnitPlace at = provider.place(machine, unit);
      if (Given given = users.give(unit, at.directory, at.charm); !given)
        return given;
      all.insert(unit);
    }
  }
  users.keep_only(all);
  return {};
}

} // namespace orrery::providers

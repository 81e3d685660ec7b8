#include "actors/providers/unit_users.hpp"

#include "actors/providers/directories.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

namespace orrery::providers {

namespace {

namespace fs = std::filesystem;
constexpr mode_t users_mode = 0700;

} // namespace

void UnitUsers::read(fs::path model,
                     UserPool& pool,
                     std::vector<fs::path> above,
                     std::function<void(const std::string&)> warn) {
  pool_ = &pool;
  warn_ = std::move(warn);
  model_ = std::move(model);
  directory_ = model_ / users_name;
  above_ = std::move(above);
  for (const auto& [user, unit] : noted_users(directory_))
    if (!pool.take(user, model_))
      ::unlink((directory_ / std::to_string(user)).c_str());
    else
      by_unit_.emplace(unit, user); // of two the first is the unit's, and nobody's the second
}

tl::expected<std::uint32_t, std::string> UnitUsers::user_for(const std::string& unit) {
  const std::lock_guard lock(mutex_);
  if (const auto found = by_unit_.find(unit); found != by_unit_.end())
    return found->second;
  if (mkdir(directory_.c_str(), users_mode) != 0 && errno != EEXIST)
    return cannot_be(directory_, "made");
  for (;;) {
    const std::uint32_t user = pool_->take_next(model_);
    const config::UserRange& range = pool_->range();
    if (user == 0)
      return tl::unexpected("no user is left for unit " + unit + ": all of run-as-range "
                            + std::to_string(range.first) + "-" + std::to_string(range.last)
                            + " are given: remove units, or set a larger range");
    if (symlink(unit.c_str(), (directory_ / std::to_string(user)).c_str()) == 0) {
      by_unit_.emplace(unit, user);
      return user;
    }
    if (const int number = errno; number != EEXIST) {
      pool_->give_back(user);
      errno = number;
      return cannot_be(directory_ / std::to_string(user), "made");
    } // else nobody knows whose it is: it stays taken
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
  pool_->give_back(found->second);
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
    return give_tree(directory, *user, warn_);
  if (lstat(charm.c_str(), &found) == 0 && found.st_uid != *user)
    return give_tree(charm, *user, warn_);
  return {};
}

bool UnitUsers::is_units(std::uint32_t user) const {
  return pool_ != nullptr && pool_->has(user);
}

Given UnitUsers::take(const fs::path& directory) const {
  struct stat found {};
  const bool is_there = lstat(directory.c_str(), &found) == 0;
  if (!is_there && errno != ENOENT)
    return cannot_be(directory, "looked at");
  if (is_there && is_units(found.st_uid) && lchown(directory.c_str(), geteuid(), getegid()) != 0)
    return cannot_be(directory, "taken from its unit's user");
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

} // namespace orrery::providers

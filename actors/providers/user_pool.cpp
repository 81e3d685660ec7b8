#include "actors/providers/user_pool.hpp"

#include "config/number.hpp"
#include "store/names.hpp"

#include <algorithm>
#include <optional>
#include <system_error>

namespace orrery::providers {

namespace {

namespace fs = std::filesystem;

std::optional<std::uint32_t> parse_user(const std::string& name) {
  const auto user = config::parse_number<std::uint32_t>(name);
  return user && *user != 0 ? user : std::nullopt;
}

/// One name for one directory, however it is reached.
std::string name_of_model(const fs::path& model) {
  std::error_code error; // then it is as it is named
  const fs::path path = fs::weakly_canonical(model, error);
  return error ? model.string() : path.string();
}

} // namespace

std::map<std::uint32_t, std::string> noted_users(const fs::path& directory) {
  std::map<std::uint32_t, std::string> noted;
  std::error_code error; // not there: nobody has one
  for (fs::directory_iterator entry(directory, error); !error && entry != fs::directory_iterator();
       entry.increment(error)) {
    std::error_code gone;
    std::string unit = fs::read_symlink(entry->path(), gone).string();
    const auto user = parse_user(entry->path().filename().string());
    if (!gone && user && store::is_unit_name(unit))
      noted.emplace(*user, std::move(unit));
  }
  return noted;
}

void UserPool::read(const fs::path& model) {
  for (const auto& [user, unit] : noted_users(model / users_name))
    (void)take(user, model); // whose it stays, the models learn as they begin
}

bool UserPool::take(std::uint32_t user, const fs::path& model) {
  const std::string name = name_of_model(model);
  const std::lock_guard lock(mutex_);
  last_ = std::max(last_, user);
  return models_.emplace(user, name).first->second == name;
}

std::uint32_t UserPool::take_next(const fs::path& model) {
  const std::string name = name_of_model(model);
  const std::lock_guard lock(mutex_);
  const auto size = std::uint64_t{range_.last} - range_.first + 1;
  std::uint32_t user = last_ < range_.first || last_ >= range_.last ? range_.first : last_ + 1;
  for (std::uint64_t i = 0; i < size; ++i) {
    if (models_.emplace(user, name).second)
      return last_ = user;
    user = user == range_.last ? range_.first : user + 1;
  }
  return 0;
}

bool UserPool::has(std::uint32_t user) const {
  const std::lock_guard lock(mutex_);
  return (user >= range_.first && user <= range_.last) || models_.contains(user);
}

void UserPool::give_back(std::uint32_t user) {
  const std::lock_guard lock(mutex_);
  models_.erase(user);
}

void UserPool::give_back_all(const fs::path& model) {
  const std::string name = name_of_model(model);
  const std::lock_guard lock(mutex_);
  std::erase_if(models_, [&](const auto& each) { return each.second == name; });
}

} // namespace orrery::providers

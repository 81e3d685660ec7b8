#include "config/user_entry.hpp"

#include <pwd.h>

#include <array>

namespace orrery::config {

std::optional<UserEntry> user_entry(uid_t user) {
  passwd entry{};
  passwd* found = nullptr;
  std::array<char, 16 * 1024> texts{};
  if (::getpwuid_r(user, &entry, texts.data(), texts.size(), &found) != 0 || found == nullptr)
    return std::nullopt;
  return UserEntry{entry.pw_name, entry.pw_dir != nullptr ? entry.pw_dir : ""};
}

} // namespace orrery::config

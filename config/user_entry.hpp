#pragma once

#include <sys/types.h>

#include <filesystem>
#include <optional>
#include <string>

namespace orrery::config {

/// A user as the host's list of users has him.
struct UserEntry {
  std::string name;
  std::filesystem::path home;
};

/// Looks a user up by his number. Any thread may call it.
/// @returns nothing for a number that no user has
[[nodiscard]] std::optional<UserEntry> user_entry(uid_t user);

} // namespace orrery::config

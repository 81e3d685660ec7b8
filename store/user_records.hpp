#pragma once

#include <cstdint>
#include <string>
#include <string_view>

/// Users and their rights, as the first model's store has them for the whole process (UR1).
namespace orrery::store {

/// A level of access, which includes those before it. A model has read, write and admin, the
/// controller login and superuser.
enum class Access : std::uint8_t { Login, Read, Write, Admin, Superuser };

[[nodiscard]] constexpr std::string_view to_string(Access access) {
  switch (access) {
  case Access::Login:
    return "login";
  case Access::Read:
    return "read";
  case Access::Write:
    return "write";
  case Access::Admin:
    return "admin";
  case Access::Superuser:
    return "superuser";
  }
  return "unknown";
}

/// Grant::target of the orchestrator itself.
inline constexpr std::string_view controller_target = "controller";
/// The user who may do all, and always has been there (UR17). A record of that name holds a
/// password only.
inline constexpr std::string_view first_user = "admin";

/// A user of the orchestrator, or what is left of a removed one (UR12). Owner: the first model.
struct User {
  std::string name; ///< In lower case (MD20).
  std::string display_name;
  std::string password;     ///< Salted hash, as libsodium writes it; empty: none is set.
  std::string registration; ///< Hash of a secret that sets the password once (UR8); empty: none.
  bool disabled = false;
  bool removed = false;
  std::int64_t created = 0;         ///< Milliseconds since the epoch.
  std::int64_t last_connection = 0; ///< Likewise, an hour late at most; 0: never.
  bool operator==(const User&) const = default;
};

/// A right that a user was given. Owner: the first model.
struct Grant {
  std::string user;
  std::string target; ///< A model's UUID, or `controller`.
  Access access = Access::Login;
  std::int64_t last_connection = 0; ///< To that model, as User::last_connection.
  bool operator==(const Grant&) const = default;
};

} // namespace orrery::store

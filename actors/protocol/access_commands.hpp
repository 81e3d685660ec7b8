#pragma once

#include "store/user_records.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>

/// Commands about users and their rights (UR1), which the first model carries out for the process.
/// Users' names are in lower case.
namespace orrery::protocol {

/// Adds a user without a password, who may log in once he has set one (UR5).
struct AddUser {
  std::string user;
  std::string display_name;
  std::string registration; ///< Hash of the secret that he sets his password with.
  bool operator==(const AddUser&) const = default;
};
/// Removes a user with all his rights, for good (UR12).
struct RemoveUser {
  std::string user;
  bool operator==(const RemoveUser&) const = default;
};
/// Gives a user another password, and ends a registration that is open (UR8, UR10).
struct SetPassword {
  std::string user;
  std::string password; ///< Salted hash.
  /// Hash of the secret that allows it; nothing: whoever asks may do it without.
  std::optional<std::string> registration{};
  bool operator==(const SetPassword&) const = default;
};
/// Takes a user's password away at once, and opens a registration (UR10).
struct ResetPassword {
  std::string user;
  std::string registration; ///< Hash of the new secret.
  bool operator==(const ResetPassword&) const = default;
};
/// Lets a user log in again, or no more; his rights stay (UR11).
struct EnableUser {
  std::string user;
  bool enabled = true;
  bool operator==(const EnableUser&) const = default;
};
/// Gives a user a right, or takes it away with all above it (UR13, UR14).
struct ChangeGrant {
  std::string user;
  std::string on; ///< As store::Grant::target.
  store::Access access = store::Access::Read;
  bool revokes = false;
  bool operator==(const ChangeGrant&) const = default;
};
/// Notes that a user was there, once an hour at most (UR17).
struct NoteConnection {
  std::string user;
  std::string on; ///< UUID of the model that he asked for; empty: none.
  bool operator==(const NoteConnection&) const = default;
};

/// Any of them.
template <class C>
concept OfAccess = std::is_same_v<C, AddUser> || std::is_same_v<C, RemoveUser> || std::
  is_same_v<C, SetPassword> || std::is_same_v<C, ResetPassword> || std::
    is_same_v<C, EnableUser> || std::is_same_v<C, ChangeGrant> || std::is_same_v<C, NoteConnection>;

} // namespace orrery::protocol

#pragma once

#include "store/some.hpp"
#include "store/user_records.hpp"

/// Fields of users and their grants, as in fields.hpp.
namespace orrery::store {

// clang-format off
void fields(Some<User> auto& user, auto& visit) {
  auto& [name, display_name, password, registration, disabled, removed, created,
         last_connection] = user;
  visit("name", name); visit("display_name", display_name); visit("password", password);
  visit("registration", registration); visit("disabled", disabled); visit("removed", removed);
  visit("created", created); visit("last_connection", last_connection);
}

void fields(Some<Grant> auto& grant, auto& visit) {
  auto& [user, target, access, last_connection] = grant;
  visit("user", user); visit("target", target); visit("access", access);
  visit("last_connection", last_connection);
}
// clang-format on

} // namespace orrery::store

#include "actors/rules/users.hpp"

#include "config/user_name.hpp"

#include <fmt/format.h>

namespace orrery::rules {

namespace {

using protocol::Code;
using store::Access;
using store::first_user;

constexpr std::size_t display_name_max = 256;

/// The user of that name; null if there is none, or no more.
const store::User* find_user(const ModelState& model, const std::string& name) {
  const auto found = model.users.find(name);
  return found == model.users.end() || found->second.removed ? nullptr : &found->second;
}

Decision written(store::Record record) {
  Decision decision;
  decision.writes.push_back(put(std::move(record)));
  return decision;
}

Decision add_user(const ModelState& model, const protocol::AddUser& wanted, const Context& now) {
  if (!config::is_user_name(wanted.user))
    return refuse(Code::InvalidName,
                  fmt::format("invalid user name \"{}\": two letters and digits at least, and "
                              "\".\", \"+\", \"-\" between them",
                              wanted.user));
  if (wanted.user.size() > config::user_name_max)
    return refuse(Code::LimitExceeded,
                  fmt::format("the user's name has more than {} bytes", config::user_name_max));
  if (wanted.user == first_user || find_user(model, wanted.user) != nullptr)
    return refuse(Code::AlreadyExists, fmt::format("user {} already exists", wanted.user));
  if (wanted.display_name.size() > display_name_max)
    return refuse(Code::LimitExceeded,
                  fmt::format("the display name has more than {} bytes", display_name_max));
  if (!model.users.contains(wanted.user) && model.users.size() >= users_max)
    return refuse(Code::LimitExceeded,
                  fmt::format("there are {} users, the most that are kept, removed ones among "
                              "them: give one that was removed another time",
                              users_max));
  store::User user;
  user.name = wanted.user;
  user.display_name = wanted.display_name;
  user.registration = wanted.registration;
  user.created = now.now;
  Decision decision = written(std::move(user));
  decision.writes.push_back(
    put(store::Grant{wanted.user, std::string(store::controller_target), Access::Login}));
  return decision;
}

Decision remove_user(const ModelState& model, const protocol::RemoveUser& wanted) {
  if (wanted.user == first_user)
    return refuse(Code::NotAlive, "cannot delete controller owner \"admin\"");
  const auto found = model.users.find(wanted.user);
  if (found == model.users.end())
    return refuse(Code::NotFound, fmt::format("user \"{}\" not found", wanted.user));
  if (found->second.removed)
    return refuse(Code::NotAlive, "the user has already been permanently deleted");
  store::User left;
  left.name = wanted.user;
  left.removed = true;
  Decision decision = written(std::move(left)); // UR12: nobody of that name has its rights
  for (auto grant = model.grants.lower_bound({wanted.user, {}});
       grant != model.grants.end() && grant->first.first == wanted.user; ++grant)
    decision.writes.push_back(erase(grant->second));
  return decision;
}

/// The first user has no record before his first password.
std::optional<store::User> user_with_password(const ModelState& model, const std::string& name) {
  if (const auto* const user = find_user(model, name))
    return *user;
  if (name != first_user)
    return std::nullopt;
  store::User first;
  first.name = name;
  first.created = model.record.created;
  return first;
}

Decision set_password(const ModelState& model, const protocol::SetPassword& wanted) {
  auto user = user_with_password(model, wanted.user);
  const bool is_allowed = !wanted.registration
                          || (user && !user->disabled && !user->registration.empty()
                              && user->registration == *wanted.registration);
  if (!is_allowed)
    return refuse(Code::NotFound,
                  no_registration(wanted.user)); // UR8
  if (!user)
    return refuse(Code::NotFound, "permission denied"); // UR9: to superusers too
  user->password = wanted.password;
  user->registration.clear();
  return written(std::move(*user));
}

Decision reset_password(const ModelState& model, const protocol::ResetPassword& wanted) {
  const auto* const found = find_user(model, wanted.user);
  if (found == nullptr || wanted.user == first_user)
    return refuse(Code::NotFound, "permission denied");
  store::User user = *found;
  user.password.clear();
  user.registration = wanted.registration;
  return written(std::move(user));
}

Decision enable_user(const ModelState& model, const protocol::EnableUser& wanted) {
  if (wanted.user == first_user)
    return wanted.enabled ? nothing()
                          : refuse(Code::NotAlive, "cannot disable controller model owner");
  const auto* const found = find_user(model, wanted.user);
  if (found == nullptr)
    return refuse(Code::NotFound, "permission denied"); // UR9
  if (found->disabled != wanted.enabled)
    return nothing(); // UR11
  store::User user = *found;
  user.disabled = !wanted.enabled;
  return written(std::move(user));
}

bool is_of_controller(const std::string& target) {
  return target == store::controller_target;
}

/// UR1: which levels there are depends on what they are of.
bool is_level_of(const std::string& target, Access access) {
  const bool is_models =
    access == Access::Read || access == Access::Write || access == Access::Admin;
  return is_of_controller(target) != is_models;
}

Decision grant(const ModelState& model, const protocol::ChangeGrant& wanted) {
  const char* const what = is_of_controller(wanted.on) ? "controller" : "model";
  const auto had = model.grants.find({wanted.user, wanted.on});
  if (wanted.user == first_user
      || (had != model.grants.end() && had->second.access >= wanted.access))
    return refuse(Code::AlreadyExists, fmt::format("user already has \"{}\" access or greater",
                                                   store::to_string(wanted.access))); // UR14
  if (find_user(model, wanted.user) == nullptr)
    return refuse(Code::NotFound,
                  fmt::format("could not grant {} access: user \"{}\" does not exist locally: user "
                              "\"{}\" not found",
                              what, wanted.user, wanted.user));
  store::Grant after =
    had == model.grants.end() ? store::Grant{wanted.user, wanted.on} : had->second;
  after.access = wanted.access;
  return written(std::move(after));
}

/// UR14: takes the level away with those above it. Who has less than that has no more afterwards.
Decision revoke(const ModelState& model, const protocol::ChangeGrant& wanted) {
  const char* const what = is_of_controller(wanted.on) ? "controller" : "model";
  if (wanted.user == first_user && is_of_controller(wanted.on))
    return refuse(Code::NotAlive, "cannot revoke access of the controller owner \"admin\"");
  const auto had = model.grants.find({wanted.user, wanted.on});
  if (had == model.grants.end())
    return refuse(Code::NotFound, fmt::format("could not revoke {} access: {} user \"{}\" does not "
                                              "exist",
                                              what, what, wanted.user));
  if (had->second.access < wanted.access)
    return nothing();
  Decision decision;
  if (wanted.access == Access::Login || wanted.access == Access::Read) {
    decision.writes.push_back(erase(had->second));
    return decision;
  }
  store::Grant after = had->second;
  after.access = wanted.access == Access::Superuser ? Access::Login
                 : wanted.access == Access::Admin   ? Access::Write
                                                    : Access::Read;
  return written(std::move(after));
}

Decision change_grant(const ModelState& model, const protocol::ChangeGrant& wanted) {
  if (!is_level_of(wanted.on, wanted.access))
    return refuse(Code::BadOption,
                  fmt::format("\"{}\" is no level of access of a {}",
                              store::to_string(wanted.access),
                              is_of_controller(wanted.on) ? "controller" : "model"));
  return wanted.revokes ? revoke(model, wanted) : grant(model, wanted);
}

Decision
note_connection(const ModelState& model, const protocol::NoteConnection& seen, const Context& now) {
  const auto is_old = [&](store::Milliseconds noted) {
    return noted == 0 || now.now - noted >= connection_noted_after || noted > now.now;
  };
  Decision decision;
  if (const auto* const user = find_user(model, seen.user); user && is_old(user->last_connection)) {
    store::User after = *user;
    after.last_connection = now.now;
    decision.writes.push_back(put(std::move(after)));
  }
  const auto grant = model.grants.find({seen.user, seen.on});
  if (grant != model.grants.end() && is_old(grant->second.last_connection)) {
    store::Grant after = grant->second;
    after.last_connection = now.now;
    decision.writes.push_back(put(std::move(after)));
  }
  return decision.writes.empty() ? nothing() : decision;
}

} // namespace

std::string no_registration(const std::string& user) {
  return fmt::format("secret key for user \"{}\" not found: a registration is good once; "
                     "\"orrery change-user-password {} --reset\" makes another",
                     user, user);
}

std::optional<Decision>
decide_access(const ModelState& model, const protocol::Command& command, const Context& context) {
  if (const auto* added = std::get_if<protocol::AddUser>(&command))
    return add_user(model, *added, context);
  if (const auto* removed = std::get_if<protocol::RemoveUser>(&command))
    return remove_user(model, *removed);
  if (const auto* set = std::get_if<protocol::SetPassword>(&command))
    return set_password(model, *set);
  if (const auto* reset = std::get_if<protocol::ResetPassword>(&command))
    return reset_password(model, *reset);
  if (const auto* enabled = std::get_if<protocol::EnableUser>(&command))
    return enable_user(model, *enabled);
  if (const auto* changed = std::get_if<protocol::ChangeGrant>(&command))
    return change_grant(model, *changed);
  if (const auto* seen = std::get_if<protocol::NoteConnection>(&command))
    return note_connection(model, *seen, context);
  return std::nullopt;
}

void erase_grants_on(Decision& decision, const ModelState& model, const std::string& target) {
  for (const auto& [key, grant] : model.grants)
    if (key.second == target)
      decision.writes.push_back(erase(grant));
}

} // namespace orrery::rules

#include "cmd/session/access.hpp"

#include "actors/rules/users.hpp"
#include "cmd/client/model_reference.hpp"
#include "cmd/session/local_time.hpp"

namespace orrery::cmd {

namespace {

Right right_of(store::Access access) {
  switch (access) {
  case store::Access::Login:
    return Right::Login;
  case store::Access::Read:
    return Right::Read;
  case store::Access::Write:
    return Right::Write;
  case store::Access::Admin:
    return Right::Admin;
  case store::Access::Superuser:
    return Right::Superuser;
  }
  return Right::Login;
}

/// Tells whether a grant on a model holds a level that models have; anything else is none.
Right right_on_model(const std::optional<store::Grant>& grant) {
  if (!grant || grant->access == store::Access::Superuser)
    return Right::Login;
  return right_of(grant->access);
}

/// Notes that the user was there, if that was not noted within an hour (UR17).
void note_connection(Session& session, const store::Account& account, const std::string& model) {
  const auto is_old = [at = now()](store::Milliseconds noted) {
    return noted == 0 || at - noted >= rules::connection_noted_after;
  };
  if ((account.user && is_old(account.user->last_connection))
      || (account.target && is_old(account.target->last_connection)))
    (void)process_of(session)->run(protocol::NoteConnection{session.account, model});
}

} // namespace

std::optional<Right> level_of(const std::string& user, const store::Account& account) {
  if (user == store::first_user)
    return Right::Superuser;
  const bool is_let_in = account.user && !account.user->removed && !account.user->disabled
                         && account.controller.has_value();
  if (!is_let_in)
    return std::nullopt;
  return account.controller->access == store::Access::Superuser ? Right::Superuser
                                                                : right_on_model(account.target);
}

std::optional<Right>
level_of(const std::string& user, const std::string& model_uuid, const store::Contents& records) {
  return level_of(user, store::account_in(records, user, model_uuid));
}

std::optional<store::Access> access_named(std::string_view level) {
  using store::Access;
  for (const Access access :
       {Access::Login, Access::Read, Access::Write, Access::Admin, Access::Superuser})
    if (store::to_string(access) == level)
      return access;
  return std::nullopt;
}

std::optional<Right> right_named(std::string_view level) {
  const auto access = access_named(level);
  return access ? std::optional{right_of(*access)} : std::nullopt;
}

bool is_named_in(const std::string& user,
                 const std::string& model_uuid,
                 const store::Contents& records) {
  return user == store::first_user || records.grants.contains({user, model_uuid});
}

std::shared_ptr<Orchestrator> process_of(const Session& session) {
  auto first = session.models == nullptr ? nullptr : session.models->first();
  return first == nullptr ? session.orchestrator : first;
}

std::string asking_for(const Session& session) {
  return session.account.empty() ? std::string{usual_owner} : session.account;
}

std::optional<store::Account>
read_account(Session& session, const std::string& user, const std::string& model_uuid) {
  const auto process = process_of(session);
  if (process == nullptr) {
    session.fail("this orchestrator has no model");
    return std::nullopt;
  }
  auto account = process->account(user, model_uuid);
  if (account)
    return std::move(*account);
  session.fail("cannot read the users: " + account.error().text);
  return std::nullopt;
}

std::optional<Right> right_on(Session& session, Orchestrator* model) {
  if (!session.has_account)
    return session.right;
  std::string uuid;
  if (model != nullptr) {
    const auto records = model->named({});
    if (!records)
      return std::nullopt;
    uuid = records->model.uuid;
  }
  const auto account = read_account(session, session.account, uuid);
  const auto level = account ? level_of(session.account, *account) : std::nullopt;
  if (level)
    note_connection(session, *account, uuid);
  return level;
}

bool may_be_uuid(const std::string& reference) {
  constexpr std::size_t least = 6; // MD21
  const auto parsed = parse_model_reference(reference);
  return parsed && parsed->owner.empty() && parsed->model.size() >= least
         && parsed->model.find_first_not_of("0123456789abcdef-") == std::string::npos;
}

int fail_without_right(Session& session, const std::string& reference) {
  if (reference.empty() || may_be_uuid(reference))
    return session.fail("permission denied");
  return session.fail("model " + full_model_name(reference, asking_for(session)) + " not found");
}

} // namespace orrery::cmd

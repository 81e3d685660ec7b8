#include "cmd/verbs/model_rights.hpp"

#include "cmd/session/access.hpp"
#include "cmd/session/local_time.hpp"
#include "cmd/verbs/user_documents.hpp"
#include "config/document.hpp"
#include "config/user_name.hpp"

#include <algorithm>

namespace orrery::cmd {

bool ModelRights::read_records(Session& session) {
  const auto process = process_of(session);
  if (process == nullptr) {
    session.fail("this orchestrator has no model");
    return false;
  }
  auto records = process->named({.kinds = "iw"});
  if (!records) {
    session.fail("cannot read the users: " + records.error().text);
    return false;
  }
  records_ = std::move(*records);
  return true;
}

std::optional<ModelRights> ModelRights::read(Session& session) {
  ModelRights rights;
  rights.account_ = session.account;
  if (!session.has_account)
    rights.on_each_ = session.right;
  else if (!rights.read_records(session))
    return std::nullopt;
  return rights;
}

std::optional<ModelRights> ModelRights::of_user(Session& session, const std::string& name) {
  ModelRights rights;
  rights.account_ = config::canonical_user_name(name);
  if (!rights.read_records(session))
    return std::nullopt;
  const auto found = rights.records_.users.find(rights.account_);
  const bool is_there = found != rights.records_.users.end() && !found->second.removed;
  if (is_there || rights.account_ == store::first_user)
    return rights;
  session.fail("user " + config::quote(name) + " not found: \"" + session.program
               + " users\" lists those who are there");
  return std::nullopt;
}

bool ModelRights::is_named_in(const ModelFacts& model) const {
  return on_each_ || cmd::is_named_in(account_, model.uuid, records_);
}

Right ModelRights::on(const ModelFacts& model) const {
  return on_each_ ? *on_each_ : level_of(account_, model.uuid, records_).value_or(Right::Login);
}

const store::Grant* ModelRights::grant_on(const ModelFacts& model) const {
  const auto found = records_.grants.find({account_, model.uuid});
  return found == records_.grants.end() ? nullptr : &found->second;
}

std::string ModelRights::access_to(const ModelFacts& model) const {
  switch (std::min(on(model), Right::Admin)) {
  case Right::Read:
    return std::string{store::to_string(store::Access::Read)};
  case Right::Write:
    return std::string{store::to_string(store::Access::Write)};
  default:
    return std::string{store::to_string(store::Access::Admin)};
  }
}

std::string ModelRights::last_connection_to(const ModelFacts& model, bool exact) const {
  const auto* const grant = grant_on(model);
  if (grant != nullptr && grant->last_connection == 0)
    return "never connected";
  if (exact)
    return time_format(true).full(grant == nullptr ? now() : grant->last_connection);
  return grant == nullptr ? "just now" : age_text(grant->last_connection, now());
}

} // namespace orrery::cmd

#include "cmd/verbs/model_rights.hpp"

#include "cmd/session/access.hpp"
#include "cmd/session/local_time.hpp"
#include "cmd/verbs/user_documents.hpp"

#include <algorithm>

namespace orrery::cmd {

std::optional<ModelRights> ModelRights::read(Session& session) {
  ModelRights rights;
  rights.account_ = session.account;
  if (!session.has_account) {
    rights.on_each_ = session.right;
    return rights;
  }
  const auto process = process_of(session);
  if (process == nullptr) {
    session.fail("this orchestrator has no model");
    return std::nullopt;
  }
  auto records = process->named({.kinds = "iw"});
  if (!records) {
    session.fail("cannot read the users: " + records.error().text);
    return std::nullopt;
  }
  rights.records_ = std::move(*records);
  return rights;
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

std::string ModelRights::last_connection_to(const ModelFacts& model) const {
  const auto* const grant = grant_on(model);
  if (grant == nullptr)
    return "just now";
  return grant->last_connection == 0 ? "never connected" : age_text(grant->last_connection, now());
}

} // namespace orrery::cmd

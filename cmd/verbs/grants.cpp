// Rights of users on the orchestrator and on models, given and taken away (UR13-UR15).
#include "cmd/client/model_reference.hpp"
#include "cmd/session/access.hpp"
#include "cmd/session/command_rights.hpp"
#include "cmd/verbs/groups.hpp"
#include "config/user_name.hpp"

namespace orrery::cmd {

namespace {

using store::Access;

/// The change that the words ask for.
struct WantedGrant {
  std::string user;
  Access access = Access::Read;
  std::vector<std::string> models; ///< None: the orchestrator.
  bool revokes = false;
};

tl::expected<WantedGrant, UsageError> wanted_grant(const Arguments& arguments, bool revokes) {
  const auto& words = arguments.words;
  if (words.empty())
    return tl::unexpected(UsageError{"no user specified", std::nullopt});
  if (words.size() == 1)
    return tl::unexpected(UsageError{"no permission level specified", std::nullopt});
  const auto access = access_named(words[1]);
  const std::string help = std::string{"See \"help "} + (revokes ? "revoke" : "grant") + "\".";
  if (!access)
    return arguments.wrong(1, "\"" + words[1]
                                + "\" is no level of access: a model has read, write and admin, "
                                  "the controller login and superuser");
  WantedGrant wanted{
    config::canonical_user_name(words[0]), *access, {words.begin() + 2, words.end()}, revokes};
  const bool is_models = *access != Access::Login && *access != Access::Superuser;
  if (is_models && wanted.models.empty())
    return arguments.wrong(1, "You have specified a model access permission \"" + words[1]
                                + "\". If you intended to change model access, you need to specify "
                                  "one or more model names. "
                                + help);
  if (!is_models && !wanted.models.empty())
    return arguments.wrong(1, "You have specified a controller access permission \"" + words[1]
                                + "\". If you intended to change controller access, do not specify "
                                  "any model names. "
                                + help);
  return wanted;
}

/// @returns why it cannot be; empty: it is done.
std::string change_on(Session& session, const WantedGrant& wanted, const std::string& target) {
  const auto answer = run_on_process(
    session, protocol::ChangeGrant{wanted.user, target, wanted.access, wanted.revokes});
  return answer.ok() ? std::string{} : refusal_text(answer);
}

/// Finds the model first, for who may not know of it (UR3); then its admins may (UR15).
std::string
change_on_model(Session& session, const WantedGrant& wanted, const std::string& reference) {
  if (reference.find('.') != std::string::npos)
    return "\"" + reference + "\" would be an offer, and those come with a later Orrery";
  const auto model = session.models == nullptr
                       ? session.orchestrator
                       : session.models->find_model(reference, asking_for(session));
  const auto right = model == nullptr ? std::nullopt : right_on(session, model.get());
  if (!right || *right < Right::Read) {
    if (session.right != Right::Superuser && may_be_uuid(reference))
      return "permission denied";
    return "model " + full_model_name(reference, asking_for(session)) + " not found";
  }
  if (*right < Right::Admin)
    return "permission denied";
  const auto records = model->named({});
  return records ? change_on(session, wanted, records->model.uuid) : records.error().text;
}

/// UR15: each model by itself; what fails of one leaves the others changed.
Outcome change_access(Session& session, const Arguments& arguments, bool revokes) {
  const auto wanted = wanted_grant(arguments, revokes);
  if (!wanted)
    return tl::unexpected(wanted.error());
  std::string errors;
  const auto add = [&](const std::string& error) {
    errors += errors.empty() || error.empty() ? error : "; " + error;
  };
  if (wanted->models.empty())
    add(change_on(session, *wanted, std::string(store::controller_target)));
  for (const auto& model : wanted->models)
    add(change_on_model(session, *wanted, model));
  return errors.empty() ? static_cast<int>(Exit::Fine) : session.fail(errors);
}

Outcome grant_access(Session& session, const Arguments& arguments) {
  return change_access(session, arguments, false);
}

Outcome revoke_access(Session& session, const Arguments& arguments) {
  return change_access(session, arguments, true);
}

/// The right on each model is looked up where that is found.
Right right_to_grant(const Arguments& arguments) {
  return arguments.words.size() > 2 ? Right::Login : Right::Superuser;
}

Verb grant_verb(std::string name, std::string summary, Handler handler) {
  Verb verb;
  verb.name = std::move(name);
  verb.arguments = "USER LEVEL [MODEL...]";
  verb.summary = std::move(summary);
  verb.more = "  LEVEL is read, write or admin of models; login or superuser of the controller.\n";
  verb.right = Right::Superuser;
  verb.right_of = right_to_grant;
  verb.of_process = true;
  verb.flags = {{"controller", 'c', Flag::Kind::Text, "NAME", "The orchestrator", true}};
  verb.examples = {verb.name + " bob read default", verb.name + " bob superuser"};
  verb.handler = handler;
  return verb;
}

} // namespace

std::vector<Verb> grant_verbs() {
  return {grant_verb("grant", "Give a user a right on models or on the controller", grant_access),
          grant_verb("revoke", "Take a right away, with all above it", revoke_access)};
}

} // namespace orrery::cmd

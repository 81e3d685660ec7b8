// One model by itself (MD43, MD44).
#include "cmd/session/access.hpp"
#include "cmd/session/local_time.hpp"
#include "cmd/session/this_host.hpp"
#include "cmd/verbs/data_format.hpp"
#include "cmd/verbs/groups.hpp"
#include "cmd/verbs/known_models.hpp"
#include "cmd/verbs/model_document.hpp"
#include "cmd/verbs/model_name.hpp"
#include "cmd/verbs/user_documents.hpp"
#include "cmd/views/render/show_document.hpp"
#include "cmd/views/render/status.hpp"

namespace orrery::cmd {

namespace {

using render::Document;

/// Makes the map of those who are named in a model; who is not its admin sees himself only (MD44).
Document
users_document(const Session& session, const ModelFacts& model, const store::Contents& records) {
  auto users = Document::map();
  for (const auto& user : seen_users_of(records, model.uuid, session.account, now()))
    if (session.right >= Right::Admin || user.name == session.account)
      users.add(user.name, Document::map()
                             .add_text("display-name", user.display_name)
                             .add("access", user.access)
                             .add("last-connection", user.last_connection));
  return users;
}

Document shown_document(const Session& session,
                        const ModelFacts& model,
                        const store::Contents& contents,
                        const store::Contents& records) {
  auto machines = Document::map();
  const auto cores = this_host().cores; // of which each machine may use all
  if (session.right >= Right::Write)    // MD44
    for (const auto& [id, machine] : contents.machines)
      machines.add(std::to_string(id), Document::map().add("cores", cores));
  auto document = model_document(model, controller_uuid(session));
  document.add("users", users_document(session, model, records))
    .add_filled("machines", std::move(machines))
    .add("agent-version", render::presented_version);
  return document;
}

/// Finds the model of the words, else the current one. @returns what to exit with if there is none.
tl::expected<const ModelFacts*, int>
shown_model(Session& session, const Arguments& arguments, const KnownModels& models) {
  const bool is_named = !arguments.words.empty();
  const auto* found = is_named ? find_known(models, arguments.words[0], asking_for(session))
                               : current_of(session, arguments, models);
  if (found != nullptr)
    return found;
  if (is_named)
    return tl::unexpected(session.fail(no_such_model(session, models, arguments.words[0])));
  const auto exit = refuse_without_model(session, arguments);
  return tl::unexpected(exit ? *exit : session.fail(model_is_gone(session)));
}

Outcome show_model(Session& session, const Arguments& arguments) {
  const auto format = format_of(arguments, "yaml", "");
  if (!format)
    return tl::unexpected(format.error());
  const auto models = known_models(session);
  if (!models)
    return Exit::Failed;
  const auto found = shown_model(session, arguments, *models);
  if (!found)
    return found.error();
  const ModelFacts& model = **found;
  session.orchestrator = open_known(session, model); // the session gets its own back
  if (session.orchestrator == nullptr)
    return session.fail(no_such_model(session, *models, owned_name(model)));
  const auto contents = read_named(session, {.kinds = "h"});
  if (!contents)
    return Exit::Failed;
  const auto records = process_of(session)->named({.kinds = "iw"});
  if (!records)
    return session.fail("cannot read the users: " + records.error().text);
  auto document = Document::map();
  document.add(model.name, shown_document(session, model, *contents, *records));
  session.out(render::formatted(document, **format));
  return Exit::Fine;
}

} // namespace

std::vector<Verb> show_model_verbs() {
  Verb verb;
  verb.name = "show-model";
  verb.right = Right::Read;
  verb.arguments = "[MODEL]";
  verb.summary = "Show a model's name, identity and machines";
  verb.flags = {{"format", '\0', Flag::Kind::Text, "yaml|json", "How it is shown, default yaml"}};
  verb.examples = {"show-model", "show-model default --format json"};
  verb.words_max = 1;
  verb.names_model = true;
  verb.of_process = true; // another model than the current one is shown, too
  verb.handler = show_model;
  return {verb};
}

} // namespace orrery::cmd

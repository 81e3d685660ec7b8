// One model by itself (MD43, MD44).
#include "cmd/session/this_host.hpp"
#include "cmd/verbs/data_format.hpp"
#include "cmd/verbs/groups.hpp"
#include "cmd/verbs/known_models.hpp"
#include "cmd/verbs/model_document.hpp"
#include "cmd/verbs/model_name.hpp"
#include "cmd/views/render/show_document.hpp"
#include "cmd/views/render/status.hpp"

namespace orrery::cmd {

namespace {

using render::Document;

Document shown_document(const ModelFacts& model,
                        const std::string& controller_uuid,
                        const store::Contents& contents) {
  auto machines = Document::map();
  const auto cores = this_host().cores; // of which each machine may use all
  for (const auto& [id, machine] : contents.machines)
    machines.add(std::to_string(id), Document::map().add("cores", cores));
  auto user = Document::map();
  user.add("access", "admin").add("last-connection", "just now");
  auto document = model_document(model, controller_uuid);
  document.add("users", Document::map().add(model.owner, std::move(user)))
    .add_filled("machines", std::move(machines))
    .add("agent-version", render::presented_version);
  return document;
}

/// Finds the model of the words, else the current one. @returns what to exit with if there is none.
tl::expected<const ModelFacts*, int>
shown_model(const Session& session, const Arguments& arguments, const KnownModels& models) {
  const bool is_named = !arguments.words.empty();
  const auto* found = is_named ? find_known(models, arguments.words[0], session.account)
                               : current_of(session, arguments, models);
  if (found != nullptr)
    return found;
  if (is_named)
    return tl::unexpected(session.fail(no_such_model(models, arguments.words[0])));
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
    return session.fail(no_such_model(*models, model.name));
  const auto contents = read_named(session, {.kinds = "h"});
  if (!contents)
    return Exit::Failed;
  auto document = Document::map();
  document.add(model.name, shown_document(model, controller_uuid(*models), *contents));
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
  verb.of_process = true; // another model than the current one is shown, too
  verb.handler = show_model;
  return {verb};
}

} // namespace orrery::cmd

// A model goes, with all that is in it (MD6-MD18), after a warning that a shell shows.
#include "cmd/client/model_reference.hpp"
#include "cmd/session/access.hpp"
#include "cmd/session/disabled_commands.hpp"
#include "cmd/verbs/groups.hpp"
#include "cmd/verbs/known_models.hpp"
#include "cmd/verbs/model_end_warning.hpp"
#include "cmd/verbs/model_end_words.hpp"
#include "cmd/verbs/model_going.hpp"
#include "cmd/verbs/model_name.hpp"
#include "config/document.hpp"

#include <algorithm>

namespace orrery::cmd {

namespace {

bool is_known(const Session& session, const std::string& uuid) {
  const auto models = session.models->all();
  return std::any_of(models.begin(), models.end(),
                     [&](const ModelFacts& model) { return model.uuid == uuid; });
}

/// Refuses to take storage away of which the words do not say what is to become (MD12). Of a model
/// that dies already they have said so.
/// @returns the refusal; empty: there is none.
std::string refuse_storage(Orchestrator& model, const Arguments& arguments) {
  if (arguments.on("destroy-storage"))
    return {};
  const auto& word = arguments.words[0];
  const auto cannot = "cannot destroy model " + config::quote(word);
  const auto contents = model.named({.kinds = "d"});
  if (!contents) // a model that cannot be read may hold some
    return arguments.on("force") ? "" : cannot + ": " + contents.error().text;
  if (contents->storages.empty())
    return {};
  const auto count = std::to_string(contents->storages.size());
  if (arguments.on("release-storage"))
    return cannot + ": its storage (" + count
           + ") cannot be released, for the data lies in the model's own directory: copy what is "
             "needed, and destroy it with --destroy-storage";
  return cannot + ": the model has persistent storage remaining: " + count
         + " filesystem(s): destroy it with the model by --destroy-storage, or keep the model; "
           "--release-storage cannot keep the data, which lies in the model's own directory";
}

/// Finds the model that the words name, and refuses what cannot be destroyed.
/// @returns the model; else the outcome: misuse, or an ERROR printed
tl::expected<ModelFacts, Outcome> model_to_destroy(Session& session, const Arguments& arguments) {
  const auto models = known_models(session);
  if (!models)
    return tl::unexpected(Outcome{Exit::Failed});
  const auto& word = arguments.words[0];
  const auto* found = find_known(*models, word, asking_for(session));
  const auto failed = [&](const std::string& text) {
    return tl::unexpected(Outcome{session.fail(text)});
  };
  if (found == nullptr)
    return failed(no_such_model(session, *models, word));
  if (found->is_first) // MD11
    return failed(config::quote(found->name)
                  + " is a controller; it goes with the orchestrator and its data directory: "
                    "\"orrery remove-application\" removes what is in it");
  if (session.models == nullptr)
    return failed("models cannot be destroyed here");
  if (const auto opened = open_known(session, *found);
      opened != nullptr && found->life == store::Life::Alive) {
    if (const auto why = why_disabled(session, *opened, config::CommandSet::DestroyModel))
      return failed("cannot destroy model: " + *why); // MD13
    if (const auto why = refuse_storage(*opened, arguments); !why.empty())
      return failed(why);
  }
  return *found;
}

Outcome destroy_model(Session& session, const Arguments& arguments) {
  if (auto wrong = wrong_model_end(arguments))
    return tl::unexpected(std::move(*wrong));
  const auto how = model_end_of(arguments);
  if (!how)
    return session.fail(how.error());
  const auto model = model_to_destroy(session, arguments);
  if (!model)
    return model.error();
  if (session.orchestrator == open_known(session, *model))
    session.orchestrator = session.models->first(); // nobody is held by whoever waits for the end
  if (const auto done = session.models->destroy(model->uuid, *how); !done)
    return session.fail(
      is_known(session, model->uuid)
        ? "cannot destroy model: " + done.error()
        : std::string{"model not found, it may have been destroyed during this operation"});
  return ModelGoing{session, *model}.wait();
}

/// Refuses what destroy-model would, else says what that takes (MD15): the shell's own program asks
/// whether to go on.
Outcome warn_of_end(Session& session, const Arguments& arguments) {
  if (auto wrong = wrong_model_end(arguments))
    return tl::unexpected(std::move(*wrong));
  if (const auto how = model_end_of(arguments); !how)
    return session.fail(how.error());
  const auto model = model_to_destroy(session, arguments);
  if (!model)
    return model.error();
  const auto opened = open_known(session, *model);
  const auto contents = opened == nullptr
                          ? tl::expected<store::Contents, store::StoreError>{store::Contents{}}
                          : opened->named({.kinds = "had"});
  if (!contents)
    return session.fail("cannot tell what goes with model " + config::quote(arguments.words[0])
                        + ": " + contents.error().text
                        + "; --no-prompt destroys it without being told");
  session.err(model_end_warning(arguments.words[0], *contents));
  return Exit::Fine;
}

} // namespace

std::vector<Verb> destroy_model_verbs() {
  Verb verb;
  verb.name = "destroy-model";
  verb.set = config::CommandSet::DestroyModel;
  verb.right = Right::Admin;
  verb.denied = "getting model status: "; // MD14
  verb.names_model = true;
  verb.arguments = "MODEL";
  verb.summary = "Remove a model with all that is in it";
  verb.more = "A shell's user types the model's name first, unless --no-prompt is given.\n"
              "The verb ends when the model has gone. Interrupted, it leaves that going on.\n";
  verb.flags = model_end_flags();
  verb.examples = {"destroy-model test", "destroy-model test --no-prompt --force --no-wait",
                   "destroy-model test --no-prompt --force --timeout 1m"};
  verb.of_process = true;
  verb.handler = destroy_model;
  auto warning = verb;
  warning.name = "destroy-model-warning";
  warning.summary = "Say what destroy-model takes";
  warning.more.clear();
  warning.examples = {"destroy-model-warning test"};
  warning.hidden = true;
  warning.handler = warn_of_end;
  return {verb, warning};
}

} // namespace orrery::cmd

// A model goes, with all that is in it (MD6-MD18).
#include "cmd/client/model_reference.hpp"
#include "cmd/session/access.hpp"
#include "cmd/session/disabled_commands.hpp"
#include "cmd/verbs/groups.hpp"
#include "cmd/verbs/known_models.hpp"
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

Outcome destroy_model(Session& session, const Arguments& arguments) {
  if (auto wrong = wrong_model_end(arguments))
    return tl::unexpected(std::move(*wrong));
  const auto how = model_end_of(arguments);
  if (!how)
    return session.fail(how.error());
  const auto models = known_models(session);
  if (!models)
    return Exit::Failed;
  const auto& word = arguments.words[0];
  const auto* found = find_known(*models, word, asking_for(session));
  if (found == nullptr)
    return session.fail(no_such_model(*models, word));
  if (found->is_first) // MD11
    return session.fail(config::quote(found->name)
                        + " is a controller; it goes with the orchestrator and its data directory: "
                          "\"orrery remove-application\" removes what is in it");
  if (session.models == nullptr)
    return session.fail("models cannot be destroyed here");
  if (const auto opened = open_known(session, *found);
      opened != nullptr && found->life == store::Life::Alive) {
    if (const auto why = why_disabled(session, *opened, config::CommandSet::DestroyModel))
      return session.fail("cannot destroy model: " + *why); // MD13
    if (const auto why = refuse_storage(*opened, arguments); !why.empty())
      return session.fail(why);
  }
  if (session.orchestrator == open_known(session, *found))
    session.orchestrator = session.models->first(); // nobody is held by whoever waits for the end
  if (const auto done = session.models->destroy(found->uuid, *how); !done)
    return session.fail(
      is_known(session, found->uuid)
        ? "cannot destroy model: " + done.error()
        : std::string{"model not found, it may have been destroyed during this operation"});
  return ModelGoing{session, *found}.wait();
}

} // namespace

std::vector<Verb> destroy_model_verbs() {
  Verb verb;
  verb.name = "destroy-model";
  verb.right = Right::Admin;
  verb.denied = "getting model status: "; // MD14
  verb.names_model = true;
  verb.arguments = "MODEL";
  verb.summary = "Remove a model with all that is in it";
  verb.more = "The verb ends when the model has gone. Interrupted, it leaves that going on.\n";
  verb.flags = model_end_flags();
  verb.examples = {"destroy-model test", "destroy-model test --force --no-wait",
                   "destroy-model test --force --timeout 1m"};
  verb.of_process = true;
  verb.handler = destroy_model;
  return {verb};
}

} // namespace orrery::cmd

#include "cmd/verbs/model_name.hpp"

#include "cmd/client/model_reference.hpp"
#include "cmd/session/access.hpp"

#include <algorithm>

namespace orrery::cmd {

bool is_model(const store::Model& model, const std::string& name) {
  const auto reference = parse_model_reference(name);
  if (!reference || (!reference->controller.empty() && reference->controller != usual_controller))
    return false;
  return reference->model.empty()
         || matches(*reference, {usual_owner, model.name, model.uuid}, usual_owner)
              != ModelMatch::No;
}

std::string
no_such_model(const Session& session, const KnownModels& models, const std::string& name) {
  return "model " + full_model_name(name, asking_for(session))
         + " not found: " + models_there(session, models);
}

std::string models_there(const Session& session, const KnownModels& models) {
  constexpr std::size_t named_max = 5;
  if (models.size() == 1)
    return "there is one model, \"" + shown_name(session, models.front()) + "\"";
  if (models.empty())
    return "there are no models";
  std::string names;
  for (std::size_t i = 0; i < std::min(models.size(), named_max); ++i)
    names += (i == 0 ? "\"" : ", \"") + shown_name(session, models[i]) + "\"";
  return "models are " + names + (models.size() > named_max ? " and others" : "");
}

std::string model_is_gone(const Session& session) {
  if (session.model.empty())
    return "this orchestrator has no model";
  const auto& program = session.program;
  return "model \"" + session.model + "\" has been removed from the controller, run '" + program
         + " models' and switch to one of them.";
}

namespace {

/// The model among a verb's words.
std::optional<std::string> model_among(const Verb& verb, const Arguments& arguments) {
  if (verb.names_model && !arguments.words.empty())
    return arguments.words[0];
  return arguments.text("model");
}

/// Chooses for an account whose client has no current model: it may know of one, though not of the
/// first. @returns what to exit with if it cannot be told which is meant.
std::optional<int> choose_for_account(Session& session, const Verb& verb) {
  if (session.models == nullptr || !session.model.empty() || session.models->all().size() < 2)
    return std::nullopt;
  const auto known = known_models(session);
  if (!known)
    return Exit::Failed;
  if (known->size() > 1 && !verb.of_process)
    return refuse_unselected(session);
  const bool knows_first = std::any_of(known->begin(), known->end(),
                                       [](const ModelFacts& model) { return model.is_first; });
  if (knows_first || known->empty())
    return std::nullopt; // where nothing is known, the right is refused next
  if (auto opened = open_known(session, known->front()))
    session.orchestrator = std::move(opened);
  return std::nullopt;
}

/// Chooses by a name, or without one.
std::optional<int>
choose_named(Session& session, const Verb& verb, const std::optional<std::string>& named) {
  if (!named && session.orchestrator != nullptr && session.has_account)
    return choose_for_account(session, verb);
  if (!named && session.orchestrator != nullptr)
    return verb.of_process ? std::nullopt : refuse_unselected(session);
  if (session.models != nullptr) {
    const auto meant =
      session.models->find_model(named.value_or(client_model(session)), asking_for(session));
    session.orchestrator = meant != nullptr ? meant : session.models->first();
    if (session.orchestrator == nullptr)
      return session.fail(model_is_gone(session));
    if (meant != nullptr || (!named && verb.of_process))
      return std::nullopt;
    if (session.has_account
        || session.right < Right::Read) // who has no right learns nothing of what is there
      return fail_without_right(session, named.value_or(session.model));
    if (!named)
      return session.fail(model_is_gone(session));
  }
  const auto models = known_models(session);
  if (!models)
    return Exit::Failed;
  if (session.models == nullptr) {
    if (models->empty())
      return fail_without_right(session, *named);
    store::Model only;
    only.name = models->front().name;
    only.uuid = models->front().uuid;
    if (is_model(only, *named))
      return std::nullopt;
  }
  return session.fail(no_such_model(session, *models, *named));
}

} // namespace

bool has_model_among(const Verb& verb, const Arguments& arguments) {
  const auto named = model_among(verb, arguments);
  return named && names_a_model(*named);
}

std::string
model_reference_of(const Session& session, const Verb& verb, const Arguments& arguments) {
  return model_among(verb, arguments).value_or(session.model);
}

std::optional<int> choose_model(Session& session, const Verb& verb, const Arguments& arguments) {
  if (verb.local)
    return std::nullopt;
  const auto named = model_among(verb, arguments);
  const auto flag = arguments.text("model");
  if (flag && flag != named) // the words say which it is, but a name that is none is refused
    if (const auto exit = choose_named(session, verb, flag))
      return exit;
  return choose_named(session, verb, named);
}

std::optional<int> refuse_without_model(Session& session, const Arguments& arguments) {
  if (arguments.has("model"))
    return std::nullopt; // it was found
  if (const auto exit = refuse_unselected(session))
    return exit;
  if (session.models == nullptr || session.model.empty()
      || session.models->find_model(client_model(session), asking_for(session)) != nullptr)
    return std::nullopt;
  return session.fail(model_is_gone(session));
}

} // namespace orrery::cmd

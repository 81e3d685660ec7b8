#include "cmd/verbs/model_name.hpp"

#include "cmd/client/model_reference.hpp"
#include "cmd/session/access.hpp"

namespace orrery::cmd {

bool is_model(const store::Model& model, const std::string& name) {
  const auto reference = parse_model_reference(name);
  if (!reference || (!reference->controller.empty() && reference->controller != usual_controller))
    return false;
  return reference->model.empty()
         || matches(*reference, {usual_owner, model.name, model.uuid}, usual_owner)
              != ModelMatch::No;
}

std::string model_not_found(const store::Model& model, const std::string& name) {
  return "model " + full_model_name(name) + " not found: there is one model, \"" + model.name
         + "\"";
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

} // namespace

std::string
model_reference_of(const Session& session, const Verb& verb, const Arguments& arguments) {
  return model_among(verb, arguments).value_or(session.model);
}

std::optional<int> choose_model(Session& session, const Verb& verb, const Arguments& arguments) {
  const auto named = model_among(verb, arguments);
  if (verb.local || (!named && session.orchestrator != nullptr))
    return std::nullopt;
  if (session.models != nullptr) {
    const auto meant =
      session.models->find_model(named.value_or(session.model), asking_for(session));
    session.orchestrator = meant != nullptr ? meant : session.models->first();
    if (session.orchestrator == nullptr)
      return session.fail(model_is_gone(session));
    if (meant != nullptr || (!named && verb.of_process))
      return std::nullopt;
    if (session.has_account) // who has no right learns nothing of what is there
      return fail_without_right(session, named.value_or(session.model));
    if (!named)
      return session.fail(model_is_gone(session));
  }
  const auto contents = read_named(session, {});
  if (!contents)
    return Exit::Failed;
  if (is_model(contents->model, *named))
    return std::nullopt;
  return session.fail(model_not_found(contents->model, *named));
}

} // namespace orrery::cmd

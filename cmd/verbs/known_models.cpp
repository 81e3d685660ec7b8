#include "cmd/verbs/known_models.hpp"

#include "cmd/client/model_reference.hpp"
#include "cmd/session/access.hpp"
#include "cmd/views/render/escape.hpp"

#include <algorithm>

namespace orrery::cmd {

namespace {

constexpr std::size_t models_listed_max = 20; ///< By a refusal.

} // namespace

bool names_a_model(const std::string& reference) {
  const auto parsed = parse_model_reference(reference);
  return !reference.empty() && (!parsed || !parsed->model.empty());
}

std::optional<KnownModels> known_models(Session& session) {
  const auto rights = ModelRights::read(session);
  return rights ? known_models(session, *rights) : std::nullopt;
}

std::optional<KnownModels> known_models(Session& session, const ModelRights& rights) {
  KnownModels models = session.models == nullptr ? KnownModels{} : session.models->all();
  if (models.empty()) {
    const auto contents = read_named(session, {});
    if (!contents)
      return std::nullopt;
    const auto& only = contents->model;
    models.push_back({only.uuid, only.name, usual_owner, store::Life::Alive, true, only.created});
  }
  std::erase_if(models, [&](const ModelFacts& model) { return !rights.may_see(model); });
  return models;
}

const ModelFacts*
find_known(const KnownModels& models, const std::string& name, const std::string& asking) {
  const auto reference = parse_model_reference(name);
  if (!reference || reference->model.empty()
      || (!reference->controller.empty() && reference->controller != usual_controller))
    return nullptr;
  const ModelFacts* by_uuid = nullptr;
  bool is_several = false;
  for (const ModelFacts& model : models) {
    const auto match = matches(*reference, {model.owner, model.name, model.uuid}, asking);
    if (match == ModelMatch::Name)
      return &model;
    is_several = is_several || (match == ModelMatch::Uuid && by_uuid != nullptr);
    if (match == ModelMatch::Uuid)
      by_uuid = &model;
  }
  return is_several ? nullptr : by_uuid;
}

const ModelFacts*
current_of(const Session& session, const Arguments& arguments, const KnownModels& models) {
  const auto named = arguments.text("model").value_or("");
  if (names_a_model(named))
    return find_known(models, named, asking_for(session));
  if (!session.model.empty())
    return find_known(models, client_model(session), asking_for(session));
  return models.size() == 1 ? &models.front() : nullptr;
}

const std::string& client_model(const Session& session) {
  return session.model_uuid.empty() ? session.model : session.model_uuid;
}

std::shared_ptr<Orchestrator> open_known(const Session& session, const ModelFacts& model) {
  return session.models == nullptr ? session.orchestrator
                                   : session.models->find_model(model.uuid, asking_for(session));
}

tl::expected<store::Settings, std::string> defaults_of_models(const Session& session) {
  const auto first = session.models == nullptr ? session.orchestrator : session.models->first();
  if (first == nullptr)
    return tl::unexpected(std::string{"this orchestrator has no model"});
  const auto contents = first->named({.kinds = "n"});
  if (!contents)
    return tl::unexpected("cannot read the defaults of models: " + contents.error().text);
  return contents->model_defaults.values;
}

std::string owned_name(const ModelFacts& model) {
  return model.owner + "/" + model.name;
}

std::string shown_name(const Session& session, const ModelFacts& model) {
  return model.owner == asking_for(session) ? model.name : owned_name(model);
}

std::string controller_uuid(const Session& session) {
  const auto process = process_of(session);
  const auto records =
    process == nullptr ? tl::unexpected(store::StoreError{}) : process->named({});
  return records ? records->model.uuid : std::string{};
}

std::optional<int> refuse_unselected(Session& session) {
  if (session.models == nullptr || !session.model.empty() || session.models->all().size() < 2)
    return std::nullopt;
  const auto known = known_models(session);
  if (!known)
    return Exit::Failed;
  const KnownModels& models = *known;
  if (models.size() < 2)
    return std::nullopt;
  std::string text = "ERROR No selected model.\n\nUse \"" + session.program
                     + " switch\" to select one of the following models:\n\n";
  for (std::size_t i = 0; i < std::min(models.size(), models_listed_max); ++i)
    text +=
      "  - " + std::string{usual_controller} + ":" + render::escaped(owned_name(models[i])) + "\n";
  if (models.size() > models_listed_max)
    text += "  and " + std::to_string(models.size() - models_listed_max) + " others\n";
  session.err(text);
  return Exit::Misused;
}

} // namespace orrery::cmd

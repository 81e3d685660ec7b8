#include "cmd/engine/switching.hpp"

#include "cmd/client/asking.hpp"
#include "cmd/client/client_files.hpp"
#include "cmd/client/model_reference.hpp"

#include <algorithm>

namespace orrery::cmd {

namespace {

std::string shown(const std::string& model) {
  return model.empty() ? std::string{usual_controller}
                       : std::string{usual_controller} + ":" + model;
}

/// Some models of the orchestrator, for a refusal.
/// @param asking the user whose models need no owner.
std::string listed(const ServedModels& served, const std::string& asking) {
  constexpr std::size_t named_max = 5;
  if (served.models.empty())
    return "there are no models";
  std::string names;
  for (std::size_t i = 0; i < std::min(served.models.size(), named_max); ++i) {
    const auto& name = served.models[i].name;
    const bool is_own = name.starts_with(asking + "/");
    names += (i == 0 ? "\"" : ", \"") + (is_own ? name.substr(asking.size() + 1) : name) + "\"";
  }
  return "models are " + names + (served.models.size() > named_max ? " and others" : "");
}

/// Why a variable forbids to change the current model; empty: none does.
std::string overriding(const ModelWish& wish) {
  const auto text = [](const std::string& name, const std::string& value) {
    return "cannot switch when " + name + " is overriding the model (set to \"" + value + "\")";
  };
  if (!wish.juju_model.empty())
    return text("JUJU_MODEL", wish.juju_model);
  return wish.juju_controller.empty() ? "" : text("JUJU_CONTROLLER", wish.juju_controller);
}

int print_current(const ModelWish& wish,
                  const GivenSocket& place,
                  const KnownControllers& known,
                  const ServedModels& served) {
  const auto choice = choose_model_place(wish, place, known);
  if (!choice) {
    complain(choice.error());
    return Exit::Failed;
  }
  std::string model = choice->model.empty() ? served.current : choice->model;
  if (!model.empty() && model.find('/') == std::string::npos)
    model = own_user(place.endpoint) + "/" + model;
  StreamOutput{}.out(shown(model) + "\n");
  return Exit::Fine;
}

} // namespace

std::optional<Switched> find_switched(const std::string& word,
                                      const ServedModels& served,
                                      const std::string& current,
                                      const std::string& asking) {
  if (word == usual_controller)
    return Switched{current};
  const auto reference = parse_model_reference(word);
  if (!reference || (!reference->controller.empty() && reference->controller != usual_controller))
    return std::nullopt;
  if (reference->model.empty()) // `orrery:`
    return reference->controller.empty() ? std::nullopt : std::optional{Switched{current}};
  std::vector<std::string> by_uuid;
  for (const auto& model : served.models) {
    const auto slash = model.name.find('/');
    const ModelIdentity identity{model.name.substr(0, slash), model.name.substr(slash + 1),
                                 model.uuid};
    const auto match = matches(*reference, identity, asking);
    if (match == ModelMatch::Name)
      return Switched{model.name};
    if (match == ModelMatch::Uuid)
      by_uuid.push_back(model.name);
  }
  return by_uuid.size() == 1 ? std::optional{Switched{by_uuid.front()}} : std::nullopt;
}

int switch_model(const std::string& word,
                 const ModelWish& wish,
                 const std::filesystem::path& socket) {
  if (const auto why = overriding(wish); !word.empty() && !why.empty()) {
    complain(why);
    return Exit::Failed;
  }
  const auto known = read_client_files(client_directory());
  if (!known) {
    complain(known.error());
    return Exit::Failed;
  }
  const auto served = ask_for_models(socket, wish.flag);
  if (!served)
    return served.error();
  const auto endpoint = endpoint_of(socket);
  if (word.empty())
    return print_current(wish, {endpoint, false}, *known, *served);
  const auto entry = own_entry(*known, *served, endpoint);
  if (!entry) {
    complain(entry.error());
    return Exit::Failed;
  }
  const auto before = entry->current_model.empty() ? served->current : entry->current_model;
  const auto after = find_switched(word, *served, before, own_user(endpoint));
  if (!after) {
    complain("\"" + word + "\" is not the name of a model or controller: "
             + listed(*served, own_user(endpoint)));
    return Exit::Failed;
  }
  if (!after->model.empty())
    if (const auto kept = keep_models(after->model, *served, endpoint); !kept) {
      complain(kept.error());
      return Exit::Failed;
    }
  const auto to = after->model.empty() ? shown("") + " (controller)" : shown(after->model);
  StreamOutput{}.err(before == after->model && !before.empty()
                       ? to + " (no change)\n"
                       : shown(before) + " -> " + to + "\n");
  return Exit::Fine;
}

} // namespace orrery::cmd

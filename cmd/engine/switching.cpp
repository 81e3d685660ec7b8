#include "cmd/engine/switching.hpp"

#include "cmd/client/asking.hpp"
#include "cmd/client/client_files.hpp"
#include "cmd/client/model_reference.hpp"
#include "cmd/engine/client_document.hpp"
#include "config/yaml.hpp"

#include <algorithm>

namespace orrery::cmd {

namespace {

/// Keeps what a verb prints; its errors are shown as they come.
class KeptAnswer : public StreamOutput {
public:
  void out(std::string_view text) override { text_ += text; }
  [[nodiscard]] const std::string& text() const { return text_; }

private:
  std::string text_;
};

/// @returns what to exit with if there is no answer
/// @param flag a model that must be there, too; empty: none need be
tl::expected<ServedModels, int> ask_for_models(const std::filesystem::path& socket,
                                               const std::string& flag) {
  auto client = Client::connect(socket);
  if (!client)
    return tl::unexpected(no_orchestrator(socket, Exit::Failed));
  auto request = make_request();
  request.terminal = {};
  request.words = {"models", "--format", "json"};
  if (!flag.empty())
    request.words.push_back("--model=" + flag);
  KeptAnswer answer;
  const auto exit = client->ask(request, answer);
  if (exit && *exit != Exit::Fine)
    return tl::unexpected(*exit);
  auto served = exit ? read_served_models(answer.text())
                     : tl::unexpected("the orchestrator at " + socket.string()
                                      + " went away before it had answered");
  if (served)
    return std::move(*served);
  complain(served.error());
  return tl::unexpected(static_cast<int>(Exit::Failed));
}

std::string shown(const std::string& model) {
  return model.empty() ? std::string{usual_controller}
                       : std::string{usual_controller} + ":" + model;
}

/// Some models of the orchestrator, for a refusal.
std::string listed(const ServedModels& served) {
  constexpr std::size_t named_max = 5;
  if (served.models.empty())
    return "there are no models";
  std::string names;
  for (std::size_t i = 0; i < std::min(served.models.size(), named_max); ++i) {
    const auto& name = served.models[i].name;
    names += (i == 0 ? "\"" : ", \"") + name.substr(name.find('/') + 1) + "\"";
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

/// The entry `orrery` of the files, if it is the orchestrator that answers. Errors: it is another.
tl::expected<KnownController, std::string>
own_entry(const KnownControllers& known, const ServedModels& served, const std::string& endpoint) {
  const auto found = known.controllers.find(usual_controller);
  if (found == known.controllers.end())
    return KnownController{};
  const auto& entry = found->second;
  const bool is_there =
    std::find(entry.endpoints.begin(), entry.endpoints.end(), endpoint) != entry.endpoints.end();
  if (is_there || (!entry.uuid.empty() && entry.uuid == served.controller_uuid))
    return entry;
  return tl::unexpected(
    "the controller orrery of " + (client_directory() / controllers_file).string()
    + " is another orchestrator, at " + (entry.endpoints.empty() ? "no socket" : entry.endpoints[0])
    + ": nothing was changed; set JUJU_DATA to a directory for this one, or take that entry out of "
      "the file if nobody needs it");
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
    model = std::string{usual_owner} + "/" + model;
  StreamOutput{}.out(shown(model) + "\n");
  return Exit::Fine;
}

int write_current(const std::string& model,
                  const ServedModels& served,
                  const std::string& endpoint) {
  ClientChange change{usual_controller, served.controller_uuid, endpoint, usual_owner, {}, model};
  for (const auto& each : served.models)
    change.models[each.name] = each.uuid;
  if (const auto changed = change_client_files(client_directory(), change); !changed) {
    complain(changed.error());
    return Exit::Failed;
  }
  return Exit::Fine;
}

} // namespace

tl::expected<ServedModels, std::string> read_served_models(const std::string& json) {
  const auto read = config::parse_yaml(json, "models");
  const auto* list = read ? read->root().find("models") : nullptr;
  if (list == nullptr)
    return tl::unexpected(std::string{"the orchestrator's list of models is not understood: it may "
                                      "be of another version"});
  ServedModels served;
  const auto current = text_of(read->root(), "current-model");
  for (const auto& item : list->value.items) {
    served.models.push_back({text_of(item, "name"), text_of(item, "model-uuid")});
    served.controller_uuid = text_of(item, "controller-uuid");
    if (!current.empty()
        && (text_of(item, "short-name") == current || served.models.back().name == current))
      served.current = served.models.back().name;
  }
  return served;
}

std::optional<Switched>
find_switched(const std::string& word, const ServedModels& served, const std::string& current) {
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
    const auto match = matches(*reference, identity, usual_owner);
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
  const auto after = find_switched(word, *served, before);
  if (!after) {
    complain("\"" + word + "\" is not the name of a model or controller: " + listed(*served));
    return Exit::Failed;
  }
  if (!after->model.empty())
    if (const auto exit = write_current(after->model, *served, endpoint); exit != Exit::Fine)
      return exit;
  const auto to = after->model.empty() ? shown("") + " (controller)" : shown(after->model);
  StreamOutput{}.err(before == after->model && !before.empty()
                       ? to + " (no change)\n"
                       : shown(before) + " -> " + to + "\n");
  return Exit::Fine;
}

} // namespace orrery::cmd

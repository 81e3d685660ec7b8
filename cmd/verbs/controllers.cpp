// Verbs that ask for controllers and for the user get the orchestrator that they ask (MD45-MD47).
#include "cmd/client/client_files.hpp"
#include "cmd/client/model_reference.hpp"
#include "cmd/session/access.hpp"
#include "cmd/verbs/data_format.hpp"
#include "cmd/verbs/groups.hpp"
#include "cmd/verbs/known_models.hpp"
#include "cmd/views/render/escape.hpp"
#include "cmd/views/render/status.hpp"
#include "cmd/views/render/table.hpp"

namespace orrery::cmd {

namespace {

using render::Document;

/// Names whoever asks: a member of the socket's group as the system's user that he is.
const std::string& asking_user(const Session& session) {
  return session.account.empty() ? session.user : session.account;
}

const char* controller_access(const Session& session) {
  return session.right == Right::Superuser ? "superuser" : "login";
}

Document endpoint_list(const Session& session) {
  return Document::list().push(endpoint_of(process_of(session)->settings().socket));
}

/// Counts a model's machines; one that goes just now has none.
std::uint32_t count_machines(const Session& session, const ModelFacts& model) {
  const auto opened = open_known(session, model);
  if (opened == nullptr)
    return 0;
  const auto contents = opened->named({.kinds = "h"});
  return contents ? static_cast<std::uint32_t>(contents->machines.size()) : 0;
}

/// Facts that are told of the process: of models that whoever asks knows of.
struct ControllerFacts {
  KnownModels models;
  const ModelFacts* current = nullptr; ///< Null: none is selected.
  std::uint32_t machines = 0;          ///< Of all these models.
};

/// @returns nothing, and an ERROR printed, if it cannot be read
std::optional<ControllerFacts> controller_facts(Session& session, const Arguments& arguments) {
  ControllerFacts facts;
  auto models = known_models(session);
  if (!models)
    return std::nullopt;
  facts.models = std::move(*models);
  facts.current = current_of(session, arguments, facts.models);
  for (const ModelFacts& model : facts.models)
    facts.machines += count_machines(session, model);
  return facts;
}

Document controllers_document(const Session& session,
                              const ControllerFacts& facts,
                              render::DataFormat format) {
  const bool is_json = format == render::DataFormat::Json;
  auto nodes = Document::map();
  nodes.add(is_json ? "Active" : "active", std::uint32_t{1})
    .add(is_json ? "Total" : "total", std::uint32_t{1});
  auto one = Document::map();
  if (facts.current != nullptr)
    one.add("current-model", owned_name(*facts.current));
  one.add("user", asking_user(session))
    .add("access", controller_access(session))
    .add(is_json ? "uuid" : "controller-uuid", controller_uuid(session))
    .add("api-endpoints", endpoint_list(session))
    .add("ca-cert", "")
    .add("cloud", "local")
    .add("agent-version", render::presented_version);
  if (!facts.models.empty())
    one.add("model-count", static_cast<std::uint32_t>(facts.models.size()))
      .add("machine-count", facts.machines);
  one.add("controller-machines", std::move(nodes));
  auto document = Document::map();
  document.add("controllers", Document::map().add(usual_controller, std::move(one)))
    .add("current-controller", usual_controller);
  return document;
}

Outcome controllers(Session& session, const Arguments& arguments) {
  const auto format = format_of(arguments, "tabular", "tabular");
  if (!format)
    return tl::unexpected(format.error());
  const auto facts = controller_facts(session, arguments);
  if (!facts)
    return Exit::Failed;
  if (*format) {
    session.out(render::formatted(controllers_document(session, *facts, **format), **format));
    return Exit::Fine;
  }
  render::Table table({{"Controller"},
                       {"Model"},
                       {"User"},
                       {"Access"},
                       {"Cloud/Region"},
                       {"Models", true},
                       {"Nodes", true},
                       {"HA", true},
                       {"Version"}});
  table.add({{std::string{usual_controller} + "*"},
             {facts->current == nullptr ? "-" : render::escaped(facts->current->name)},
             {asking_user(session)},
             {controller_access(session)},
             {"local"},
             {facts->models.empty() ? "-" : std::to_string(facts->models.size())},
             {facts->models.empty() ? "-" : std::to_string(facts->machines)},
             {"none"},
             {std::string{render::presented_version}}});
  session.out(table.text(false));
  return Exit::Fine;
}

Document details_document(const Session& session) {
  auto details = Document::map();
  details.add("uuid", controller_uuid(session))
    .add("api-endpoints", endpoint_list(session))
    .add("cloud", "local")
    .add("agent-version", render::presented_version)
    .add("controller-model-version", render::presented_version)
    .add("ca-cert", "");
  return details;
}

/// Machine 0 of the first model is the one that manages.
Document managers_document(const Session& session, const KnownModels& models) {
  auto machines = Document::map();
  for (const ModelFacts& model : models) {
    const auto opened = model.is_first ? open_known(session, model) : nullptr;
    const auto contents =
      opened == nullptr ? tl::unexpected(store::StoreError{}) : opened->named({.machines = {0}});
    if (contents && contents->machines.contains(0))
      machines.add("0", Document::map().add("instance-id", contents->machines.at(0).instance));
  }
  return machines;
}

/// Models of the user's own are called by their names alone (MD46).
Document models_by_name(const Session& session, const KnownModels& models) {
  auto document = Document::map();
  for (const ModelFacts& model : models) {
    auto one = Document::map();
    one.add("uuid", model.uuid).add("machine-count", count_machines(session, model));
    document.add(shown_name(session, model), std::move(one));
  }
  return document;
}

Outcome show_controller(Session& session, const Arguments& arguments) {
  const auto format = format_of(arguments, "yaml", "");
  if (!format)
    return tl::unexpected(format.error());
  for (const auto& name : arguments.words)
    if (name != usual_controller)
      return session.fail("controller " + name + " not found: this one is \""
                          + std::string{usual_controller} + "\"");
  const auto models = known_models(session);
  if (!models)
    return Exit::Failed;
  auto shown = Document::map();
  shown.add("details", details_document(session))
    .add_filled("controller-machines", managers_document(session, *models));
  if (session.right == Right::Superuser) // MD46
    shown.add("models", models_by_name(session, *models));
  if (const auto* current = current_of(session, arguments, *models))
    shown.add("current-model", owned_name(*current));
  shown.add(
    "account",
    Document::map().add("user", asking_user(session)).add("access", controller_access(session)));
  auto document = Document::map();
  document.add(usual_controller, std::move(shown));
  session.out(render::formatted(document, **format));
  return Exit::Fine;
}

Outcome whoami(Session& session, const Arguments& arguments) {
  const auto format = format_of(arguments, "tabular", "tabular");
  if (!format)
    return tl::unexpected(format.error());
  const auto models = known_models(session);
  if (!models)
    return Exit::Failed;
  const auto* current = current_of(session, arguments, *models);
  if (*format) {
    auto document = Document::map();
    document.add("controller", usual_controller);
    if (current != nullptr)
      document.add("model", current->name);
    document.add("user", asking_user(session));
    session.out(render::formatted(document, **format));
    return Exit::Fine;
  }
  session.out("Controller:  " + std::string{usual_controller} + "\nModel:       "
              + (current == nullptr ? "<no-current-model>" : render::escaped(current->name))
              + "\nUser:        " + asking_user(session) + "\n");
  return Exit::Fine;
}

Verb process_verb(std::string name, std::string summary, Handler handler) {
  Verb verb;
  verb.examples = {name, name + " --format json"};
  verb.name = std::move(name);
  verb.summary = std::move(summary);
  verb.right = Right::Login;
  verb.words_max = 0;
  verb.of_process = true;
  verb.handler = handler;
  return verb;
}

} // namespace

std::vector<Verb> controller_verbs() {
  const Flag tabular{"format", '\0', Flag::Kind::Text, "tabular|yaml|json", "How it is shown"};
  auto list = process_verb("controllers", "List controllers: the orchestrator itself", controllers);
  list.aliases = {"list-controllers"};
  list.flags = {tabular, {"refresh", '\0', Flag::Kind::Switch, "", "Ask for the latest", true}};
  auto one =
    process_verb("show-controller", "Show the orchestrator as Juju's controllers", show_controller);
  one.arguments = "[CONTROLLER...]";
  one.words_max = 100;
  one.flags = {{"format", '\0', Flag::Kind::Text, "yaml|json", "How it is shown, default yaml"},
               {"show-password", '\0', Flag::Kind::Switch, "", "Show the password", true}};
  one.examples.emplace_back("show-controller orrery");
  auto who = process_verb("whoami", "Show whom and which model verbs go to", whoami);
  who.flags = {tabular};
  return {list, one, who};
}

} // namespace orrery::cmd

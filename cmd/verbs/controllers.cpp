// Verbs that ask for controllers and for the user get the orchestrator that they ask (MD45-MD47).
#include "cmd/client/client_files.hpp"
#include "cmd/client/model_reference.hpp"
#include "cmd/verbs/data_format.hpp"
#include "cmd/verbs/groups.hpp"
#include "cmd/verbs/model_name.hpp"
#include "cmd/views/render/status.hpp"
#include "cmd/views/render/table.hpp"

namespace orrery::cmd {

namespace {

using render::Document;

/// Whoever asks, as these verbs name him.
std::string asking_user(const Session& session) {
  return session.account.empty() ? session.user : session.account;
}

const char* controller_access(const Session& session) {
  return session.right == Right::Superuser ? "superuser" : "login";
}

/// Whether whoever asks may know of the session's model (UR3).
bool knows_model(const Session& session) {
  return session.right >= Right::Read;
}

Document endpoint_list(const Session& session) {
  return Document::list().push(endpoint_of(session.orchestrator->settings().socket));
}

std::string qualified_name(const store::Contents& contents) {
  return std::string{usual_owner} + "/" + contents.model.name;
}

Document controllers_document(const Session& session,
                              const store::Contents& contents,
                              render::DataFormat format) {
  const bool is_json = format == render::DataFormat::Json;
  const auto count = static_cast<std::uint32_t>(contents.machines.size());
  auto nodes = Document::map();
  nodes.add(is_json ? "Active" : "active", std::uint32_t{1})
    .add(is_json ? "Total" : "total", std::uint32_t{1});
  auto one = Document::map();
  if (knows_model(session))
    one.add("current-model", qualified_name(contents));
  one.add("user", asking_user(session))
    .add("access", controller_access(session))
    .add(is_json ? "uuid" : "controller-uuid", contents.model.uuid)
    .add("api-endpoints", endpoint_list(session))
    .add("ca-cert", "")
    .add("cloud", "local")
    .add("agent-version", render::presented_version);
  if (knows_model(session))
    one.add("model-count", std::uint32_t{1}).add("machine-count", count);
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
  const auto contents = read_named(session, {.kinds = "h"});
  if (!contents)
    return Exit::Failed;
  if (*format) {
    session.out(render::formatted(controllers_document(session, *contents, **format), **format));
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
             {knows_model(session) ? contents->model.name : "-"},
             {asking_user(session)},
             {controller_access(session)},
             {"local"},
             {knows_model(session) ? "1" : "-"},
             {knows_model(session) ? std::to_string(contents->machines.size()) : "-"},
             {"none"},
             {std::string{render::presented_version}}});
  session.out(table.text(false));
  return Exit::Fine;
}

Document details_document(const Session& session, const store::Contents& contents) {
  auto details = Document::map();
  details.add("uuid", contents.model.uuid)
    .add("api-endpoints", endpoint_list(session))
    .add("cloud", "local")
    .add("agent-version", render::presented_version)
    .add("controller-model-version", render::presented_version)
    .add("ca-cert", "");
  return details;
}

Outcome show_controller(Session& session, const Arguments& arguments) {
  const auto format = format_of(arguments, "yaml", "");
  if (!format)
    return tl::unexpected(format.error());
  for (const auto& name : arguments.words)
    if (name != usual_controller)
      return session.fail("controller " + name + " not found: this one is \""
                          + std::string{usual_controller} + "\"");
  const auto contents = read_named(session, {.kinds = "h"});
  if (!contents)
    return Exit::Failed;
  auto machines = Document::map();
  for (const auto& [id, machine] : contents->machines)
    if (id == 0)
      machines.add("0", Document::map().add("instance-id", machine.instance));
  auto model = Document::map();
  model.add("uuid", contents->model.uuid)
    .add("machine-count", static_cast<std::uint32_t>(contents->machines.size()));
  auto shown = Document::map();
  shown.add("details", details_document(session, *contents))
    .add_filled("controller-machines", std::move(machines));
  if (session.right == Right::Superuser) // MD46
    shown.add("models", Document::map().add(contents->model.name, std::move(model)));
  if (knows_model(session))
    shown.add("current-model", qualified_name(*contents));
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
  const auto contents = read_named(session, {});
  if (!contents)
    return Exit::Failed;
  if (*format) {
    auto document = Document::map();
    document.add("controller", usual_controller);
    if (knows_model(session))
      document.add("model", contents->model.name);
    document.add("user", asking_user(session));
    session.out(render::formatted(document, **format));
    return Exit::Fine;
  }
  session.out("Controller:  " + std::string{usual_controller} + "\nModel:       "
              + (knows_model(session) ? contents->model.name : "<no-current-model>")
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

// There is one model. What asks for models, or for the present one, gets it.
#include "cmd/client/model_reference.hpp"
#include "cmd/session/this_host.hpp"
#include "cmd/verbs/data_format.hpp"
#include "cmd/verbs/groups.hpp"
#include "cmd/verbs/model_name.hpp"
#include "cmd/views/render/show_document.hpp"
#include "cmd/views/render/status.hpp"
#include "cmd/views/render/suggestion.hpp"
#include "cmd/views/render/table.hpp"

namespace orrery::cmd {

namespace {

using render::Document;

constexpr const char* full_access = "admin";  ///< Of all who are let in, until users exist.
constexpr const char* last_seen = "just now"; ///< Who asks is connected.

std::string qualified(const std::string& model) {
  return std::string{usual_owner} + "/" + model;
}

/// What `models` and `show-model` say of the model alike.
Document model_document(const store::Contents& contents) {
  const auto& model = contents.model;
  auto status = Document::map();
  status.add("current", "available");
  auto document = Document::map();
  document.add("name", qualified(model.name))
    .add("short-name", model.name)
    .add("model-uuid", model.uuid)
    .add("model-type", "iaas")
    .add("controller-uuid", model.uuid)
    .add("controller-name", usual_controller)
    .add("is-controller", false)
    .add("owner", usual_owner)
    .add("cloud", "local")
    .add("type", "process")
    .add("life", "alive")
    .add("status", std::move(status));
  return document;
}

/// Makes the list's entry (MD40).
Document listed_document(const store::Contents& contents) {
  auto document = model_document(contents);
  document.add("access", full_access)
    .add("last-connection", last_seen)
    .add("agent-version", render::presented_version);
  return document;
}

/// Makes what is shown of a model alone (MD43).
Document shown_document(const store::Contents& contents) {
  auto machines = Document::map();
  const auto cores = this_host().cores; // of which each machine may use all
  for (const auto& [id, machine] : contents.machines)
    machines.add(std::to_string(id), Document::map().add("cores", cores));
  auto user = Document::map();
  user.add("access", full_access).add("last-connection", last_seen);
  auto document = model_document(contents);
  document.add("users", Document::map().add(usual_owner, std::move(user)))
    .add_filled("machines", std::move(machines))
    .add("agent-version", render::presented_version);
  return document;
}

/// Applications count theirs: what belongs to one unit need not be read.
std::uint64_t count_units(const store::Contents& contents) {
  std::uint64_t units = 0;
  for (const auto& [name, application] : contents.applications)
    units += application.unit_count;
  return units;
}

/// Columns of counts are there if the model has something to count (MD41).
void show_table(Session& session, const store::Contents& contents, bool with_uuid) {
  const auto units = count_units(contents);
  const bool counts = !contents.machines.empty() || units > 0;
  std::vector<render::Column> columns{{"Model"}};
  std::vector<render::Cell> cells{{contents.model.name + "*"}};
  const auto add = [&](render::Column column, std::string text) {
    columns.push_back(std::move(column));
    cells.push_back({std::move(text)});
  };
  if (with_uuid)
    add({"UUID"}, contents.model.uuid);
  add({"Cloud/Region"}, "local");
  add({"Type"}, "process");
  add({"Status"}, "available");
  if (counts) {
    add({"Machines", true}, std::to_string(contents.machines.size()));
    add({"Cores", true}, "-");
    add({"Units", true}, units == 0 ? "-" : std::to_string(units));
  }
  add({"Access"}, full_access);
  add({"Last connection"}, last_seen);
  render::Table table(std::move(columns));
  table.add(std::move(cells));
  session.out(table.text(false));
}

Outcome models(Session& session, const Arguments& arguments) {
  const auto format = format_of(arguments, "tabular", "tabular");
  if (!format)
    return tl::unexpected(format.error());
  const auto contents = read_named(session, {.kinds = "ha"}); // machines and applications
  if (!contents)
    return Exit::Failed;
  const auto& name = contents->model.name;
  if (session.right < Right::Read) { // MD42: only those in which one is named
    session.err("There are no models available. You can add models with \"" + session.program
                + " add-model\", or ask an administrator to grant you access with \""
                + session.program + " grant\".\n");
    if (*format)
      session.out(render::formatted(Document::map().add("models", Document::list()), **format));
    return Exit::Fine;
  }
  if (*format) {
    auto document = Document::map();
    document.add("models", Document::list().push(listed_document(*contents)))
      .add("current-model", name);
    session.out(render::formatted(document, **format));
    return Exit::Fine;
  }
  session.out("Controller: " + std::string{usual_controller} + "\n\n");
  show_table(session, *contents, arguments.on("uuid"));
  return Exit::Fine;
}

Outcome show_model(Session& session, const Arguments& arguments) {
  const auto format = format_of(arguments, "yaml", "");
  if (!format)
    return tl::unexpected(format.error());
  const auto contents = read_named(session, {.kinds = "h"});
  if (!contents)
    return Exit::Failed;
  if (!arguments.words.empty() && !is_model(contents->model, arguments.words[0]))
    return session.fail(model_not_found(contents->model, arguments.words[0]));
  auto document = Document::map();
  document.add(contents->model.name, shown_document(*contents));
  session.out(render::formatted(document, **format));
  return Exit::Fine;
}

/// In a script, whose requests are about one model: of a shell the program itself does it
/// (cmd/engine/switching.hpp).
Outcome switch_within(Session& session, const Arguments& arguments) {
  const auto contents = read_named(session, {});
  if (!contents)
    return Exit::Failed;
  const auto full = std::string{usual_controller} + ":" + qualified(contents->model.name);
  if (arguments.words.empty()) {
    session.out(full + "\n");
    return Exit::Fine;
  }
  const auto& word = arguments.words[0];
  if (word != usual_controller && !is_model(contents->model, word))
    return session.fail("\"" + word
                        + "\" is not the name of a model or controller: there is one "
                          "model, \""
                        + contents->model.name + "\"");
  session.err(full + " (no change)\n");
  return Exit::Fine;
}

/// To see models of others needs more than to see one's own.
Right right_to_models(const Arguments& arguments) {
  return arguments.on("all") || arguments.has("user") ? Right::Superuser : Right::Login;
}

Verb make(std::string name, std::string arguments, std::string summary, Handler handler) {
  Verb verb;
  verb.examples = {name};
  verb.name = std::move(name);
  verb.right = Right::Read;
  verb.arguments = std::move(arguments);
  verb.summary = std::move(summary);
  verb.words_max = 1;
  verb.handler = handler;
  return verb;
}

} // namespace

std::vector<Verb> model_verbs() {
  const Flag tabular{"format", '\0', Flag::Kind::Text, "tabular|yaml|json", "How it is shown"};
  auto list = make("models", "", "List models: there is one", models);
  list.aliases = {"list-models"};
  list.right = Right::Login;
  list.right_of = right_to_models;
  list.flags = {tabular,
                {"all", '\0', Flag::Kind::Switch, "", "Models of all users", true},
                {"uuid", '\0', Flag::Kind::Switch, "", "Show UUIDs"},
                {"user", '\0', Flag::Kind::Text, "USER", "Models of a user", true},
                {"controller", 'c', Flag::Kind::Text, "NAME", "Models of a controller", true}};
  list.examples.emplace_back("models --format json");
  list.words_max = 0;
  list.of_process = true;
  auto one =
    make("show-model", "[MODEL]", "Show the model's name, identity and machines", show_model);
  one.flags = {{"format", '\0', Flag::Kind::Text, "yaml|json", "How it is shown, default yaml"}};
  one.examples.emplace_back("show-model default --format json");
  one.names_model = true;
  auto change =
    make("switch", "[MODEL]", "Show which model verbs go to, or choose another one", switch_within);
  change.examples.emplace_back("switch default");
  return {list, one, change};
}

} // namespace orrery::cmd

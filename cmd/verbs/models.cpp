// There is one model. What asks for models, or for the present one, gets it.
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

constexpr const char* controller_name = "orrery";
constexpr const char* owner_prefix = "admin/";

/// What `models` and `show-model` say of the model alike.
Document model_document(const store::Contents& contents) {
  const auto& model = contents.model;
  auto status = Document::map();
  status.add("current", "available");
  auto machines = Document::map();
  const auto cores = this_host().cores; // of which each machine may use all
  for (const auto& [id, machine] : contents.machines)
    machines.add(std::to_string(id), Document::map().add("cores", cores));
  auto document = Document::map();
  document.add("name", owner_prefix + model.name)
    .add("short-name", model.name)
    .add("model-uuid", model.uuid)
    .add("model-type", "iaas")
    .add("controller-uuid", model.uuid)
    .add("controller-name", controller_name)
    .add("is-controller", false)
    .add("owner", "admin")
    .add("cloud", "local")
    .add("type", "process")
    .add("life", "alive")
    .add("status", std::move(status))
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

Outcome models(Session& session, const Arguments& arguments) {
  const auto format = format_of(arguments, "tabular", "tabular");
  if (!format)
    return tl::unexpected(format.error());
  const auto contents = read_named(session, {.kinds = "ha"}); // machines and applications
  if (!contents)
    return Exit::Failed;
  const auto& name = contents->model.name;
  if (*format) {
    auto document = Document::map();
    document.add("models", Document::list().push(model_document(*contents)))
      .add("current-model", name);
    session.out(render::formatted(document, **format));
    return Exit::Fine;
  }
  session.out("Controller: " + std::string{controller_name} + "\n\n");
  render::Table table(
    {{"Model"}, {"Cloud/Region"}, {"Type"}, {"Status"}, {"Machines", true}, {"Units", true}});
  table.add({{name + "*"},
             {"local"},
             {"process"},
             {"available"},
             {std::to_string(contents->machines.size())},
             {std::to_string(count_units(*contents))}});
  session.out(table.text(false));
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
  document.add(contents->model.name, model_document(*contents));
  session.out(render::formatted(document, **format));
  return Exit::Fine;
}

Outcome switch_model(Session& session, const Arguments& arguments) {
  const auto contents = read_named(session, {});
  if (!contents)
    return Exit::Failed;
  const auto& name = contents->model.name;
  const auto full = std::string{controller_name} + ":" + owner_prefix + name;
  if (arguments.words.empty()) {
    session.out(full + "\n");
    return Exit::Fine;
  }
  if (!is_model(contents->model, arguments.words[0]) && arguments.words[0] != controller_name)
    return session.fail(model_not_found(contents->model, arguments.words[0]));
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
                {"uuid", '\0', Flag::Kind::Switch, "", "Show UUIDs", true},
                {"user", '\0', Flag::Kind::Text, "USER", "Models of a user", true},
                {"controller", 'c', Flag::Kind::Text, "NAME", "Models of a controller", true}};
  list.examples.emplace_back("models --format json");
  list.words_max = 0;
  auto one =
    make("show-model", "[MODEL]", "Show the model's name, identity and machines", show_model);
  one.flags = {{"format", '\0', Flag::Kind::Text, "yaml|json", "How it is shown, default yaml"}};
  one.examples.emplace_back("show-model default --format json");
  auto change = make("switch", "[MODEL]", "Show which model verbs go to", switch_model);
  change.examples.emplace_back("switch default");
  return {list, one, change};
}

} // namespace orrery::cmd

// The process's models, and which of them verbs go to (MD27, MD40-MD42).
#include "cmd/client/model_reference.hpp"
#include "cmd/session/access.hpp"
#include "cmd/verbs/data_format.hpp"
#include "cmd/verbs/groups.hpp"
#include "cmd/verbs/known_models.hpp"
#include "cmd/verbs/model_document.hpp"
#include "cmd/verbs/model_name.hpp"
#include "cmd/views/render/escape.hpp"
#include "cmd/views/render/show_document.hpp"
#include "cmd/views/render/status.hpp"
#include "cmd/views/render/table.hpp"

#include <algorithm>

namespace orrery::cmd {

namespace {

using render::Document;

/// Makes the list's entry (MD40).
Document listed_document(const ModelFacts& model,
                         const std::string& controller_uuid,
                         const ModelRights& rights,
                         bool exact) {
  auto document = model_document(model, controller_uuid);
  document.add("access", rights.access_to(model))
    .add("last-connection", rights.last_connection_to(model, exact))
    .add("agent-version", render::presented_version);
  return document;
}

/// Counts of what a model holds.
struct ModelCounts {
  std::size_t machines = 0;
  std::uint64_t units = 0;
};

/// Applications count theirs: what belongs to one unit need not be read. A model that goes just now
/// counts nothing.
ModelCounts count_model(const Session& session, const ModelFacts& model) {
  ModelCounts counts;
  const auto opened = open_known(session, model);
  if (opened == nullptr)
    return counts;
  const auto contents = opened->named({.kinds = "ha"}); // machines and applications
  if (!contents)
    return counts;
  counts.machines = contents->machines.size();
  for (const auto& [name, application] : contents->applications)
    counts.units += application.unit_count;
  return counts;
}

/// Columns of counts are there if one of the models has something to count (MD41).
void show_table(const Session& session,
                const KnownModels& models,
                const ModelRights& rights,
                const ModelFacts* current,
                const Arguments& arguments) {
  const bool with_uuid = arguments.on("uuid");
  std::vector<ModelCounts> counts;
  for (const ModelFacts& model : models)
    counts.push_back(count_model(session, model));
  const bool has_counts = std::any_of(counts.begin(), counts.end(), [](const ModelCounts& each) {
    return each.machines > 0 || each.units > 0;
  });
  std::vector<render::Column> columns{{"Model"}};
  if (with_uuid)
    columns.push_back({"UUID"});
  for (const char* name : {"Cloud/Region", "Type", "Status"})
    columns.push_back({name});
  for (const char* name : {"Machines", "Cores", "Units"})
    if (has_counts)
      columns.push_back({name, true});
  columns.push_back({"Access"});
  columns.push_back({"Last connection"});
  render::Table table(std::move(columns));
  for (std::size_t i = 0; i < models.size(); ++i) {
    const ModelFacts& model = models[i];
    std::vector<render::Cell> cells{
      {render::escaped(shown_name(session, model)) + (&model == current ? "*" : "")}};
    if (with_uuid)
      cells.push_back({model.uuid});
    for (const auto& text :
         {std::string{"local"}, std::string{"process"}, std::string{model_status(model)}})
      cells.push_back({text});
    if (has_counts) {
      const auto units = counts[i].units;
      cells.push_back({std::to_string(counts[i].machines)});
      cells.push_back({"-"});
      cells.push_back({units == 0 ? "-" : std::to_string(units)});
    }
    cells.push_back({rights.access_to(model)});
    cells.push_back({rights.last_connection_to(model, arguments.on("exact-time"))});
    table.add(std::move(cells));
  }
  session.out(table.text(false));
}

/// Says so, which is no failure (MD42).
void tell_of_none(const Session& session) {
  session.err("There are no models available. You can add models with \"" + session.program
              + " add-model\", or ask an administrator to grant you access with \""
              + session.program + " grant\".\n");
}

Outcome models(Session& session, const Arguments& arguments) {
  const auto format = format_of(arguments, "tabular", "tabular");
  if (!format)
    return tl::unexpected(format.error());
  const auto user = arguments.text("user");
  const auto rights = user ? ModelRights::of_user(session, *user) : ModelRights::read(session);
  auto known = rights ? known_models(session, *rights) : std::nullopt;
  if (!known)
    return Exit::Failed;
  if (user || !arguments.on("all"))
    std::erase_if(*known, [&](const ModelFacts& model) { return !rights->is_named_in(model); });
  if (known->empty())
    tell_of_none(session);
  const auto* current = current_of(session, arguments, *known);
  if (*format) {
    auto list = Document::list();
    const auto controller = controller_uuid(session);
    for (const ModelFacts& model : *known)
      list.push(listed_document(model, controller, *rights, arguments.on("exact-time")));
    auto document = Document::map();
    document.add("models", std::move(list));
    if (current != nullptr)
      document.add("current-model", shown_name(session, *current));
    session.out(render::formatted(document, **format));
  } else if (!known->empty()) {
    session.out("Controller: " + std::string{usual_controller} + "\n\n");
    show_table(session, *known, *rights, current, arguments);
  }
  return Exit::Fine;
}

/// In a script, whose statements change their model by `use`: of a shell the program itself does it
/// (cmd/engine/switching.hpp).
Outcome switch_within(Session& session, const Arguments& arguments) {
  const auto known = known_models(session);
  if (!known)
    return Exit::Failed;
  const auto* current = current_of(session, arguments, *known);
  const auto controller = std::string{usual_controller};
  const auto full = current == nullptr ? controller : controller + ":" + owned_name(*current);
  if (arguments.words.empty()) {
    session.out(full + "\n");
    return Exit::Fine;
  }
  const auto& word = arguments.words[0];
  const auto* meant = find_known(*known, word, asking_for(session));
  if (word != controller && meant == nullptr)
    return session.fail("\"" + word + "\" is not the name of a model or controller: "
                        + models_there(session, *known));
  if (word != controller && meant != current)
    return session.fail("a script changes its model with \"use " + word
                        + "\": what \"switch\" changes is a client's");
  session.err(full + " (no change)\n");
  return Exit::Fine;
}

/// To see models of somebody else needs more than to see one's own. `--all` shows a superuser all,
/// and anybody else what is shown without it (MD42).
Right right_to_models(const Arguments& arguments) {
  return arguments.has("user") ? Right::Superuser : Right::Login;
}

} // namespace

std::vector<Verb> model_verbs() {
  Verb list;
  list.name = "models";
  list.aliases = {"list-models"};
  list.summary = "List models";
  list.right = Right::Login;
  list.right_of = right_to_models;
  list.flags = {{"format", '\0', Flag::Kind::Text, "tabular|yaml|json", "How it is shown"},
                {"all", '\0', Flag::Kind::Switch, "", "All models, for superusers"},
                {"exact-time", '\0', Flag::Kind::Switch, "", "Show times in UTC, not how long ago"},
                {"uuid", '\0', Flag::Kind::Switch, "", "Show UUIDs"},
                {"user", '\0', Flag::Kind::Text, "USER", "Models that a user is named in"},
                {"controller", 'c', Flag::Kind::Text, "NAME", "Models of a controller", true}};
  list.examples = {"models", "models --all --format json"};
  list.words_max = 0;
  list.of_process = true;
  list.handler = models;
  Verb change;
  change.name = "switch";
  change.right = Right::Login;
  change.arguments = "[MODEL]";
  change.summary = "Show which model verbs go to, or choose another one";
  change.examples = {"switch", "switch default"};
  change.words_max = 1;
  change.of_process = true;
  change.handler = switch_within;
  return {list, change};
}

} // namespace orrery::cmd

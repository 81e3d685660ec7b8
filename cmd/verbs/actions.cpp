// Shows which actions a charm offers (A51, A52): the application's, also where units lag behind.
#include "cmd/verbs/data_format.hpp"
#include "cmd/verbs/groups.hpp"
#include "cmd/views/render/escape.hpp"
#include "cmd/views/render/key_order.hpp"
#include "cmd/views/render/suggestion.hpp"
#include "cmd/views/render/table.hpp"
#include "config/document.hpp"
#include "config/read_json.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace orrery::cmd {

namespace {

using Actions = std::map<std::string, store::CharmAction>;
using config::quote;
using render::Document;

/// The actions of an application's charm; nothing, and an ERROR printed, if there is no such
/// application.
std::optional<Actions> read_actions(Session& session, const std::string& name) {
  const auto contents = read_named(session, {.applications = {name}});
  if (!contents)
    return std::nullopt;
  const auto application = contents->applications.find(name);
  if (application == contents->applications.end()) {
    fail_missing(session, {store::EntityKind::Application, name});
    return std::nullopt;
  }
  const auto charm = contents->charms.find(application->second.charm);
  return charm == contents->charms.end() ? Actions{} : charm->second.actions;
}

std::vector<std::string> action_names(const Actions& actions) {
  std::vector<std::string> names;
  for (const auto& [name, action] : actions)
    names.push_back(name);
  std::sort(names.begin(), names.end(), store::natural_less);
  return names;
}

/// The lines of a text, without empty ones at its end.
std::vector<std::string> lines_of(std::string_view text) {
  while (text.ends_with('\n'))
    text.remove_suffix(1);
  std::vector<std::string> lines;
  for (bool more = true; more;) {
    const auto end = text.find('\n');
    lines.push_back(render::escaped(text.substr(0, end)));
    more = end != std::string_view::npos;
    text.remove_prefix(more ? end + 1 : text.size());
  }
  return lines;
}

std::string action_table(const Actions& actions) {
  render::Table table({{"Action"}, {"Description"}});
  for (const std::string& name : action_names(actions)) {
    std::string first = name;
    for (const std::string& line : lines_of(actions.at(name).description))
      table.add({{std::exchange(first, {})}, {line}});
  }
  return table.text(false);
}

Document schema_of(const store::CharmAction& action) {
  return config::read_json(action.schema).value_or(Document::map());
}

Document action_document(const Actions& actions, bool schemas, render::DataFormat format) {
  auto document = Document::map();
  for (const auto& [name, action] : actions)
    document.add(name, schemas ? schema_of(action) : Document(action.description));
  return render::in_key_order(document, format);
}

Outcome list_actions(Session& session, const Arguments& arguments) {
  const bool schemas = arguments.on("schema");
  const auto format = format_of(arguments, schemas ? "yaml" : "tabular", "tabular");
  if (!format)
    return tl::unexpected(format.error());
  if (schemas && !*format)
    return arguments.wrong(0, "full schema not compatible with tabular output");
  const std::string& application = arguments.words[0];
  const auto actions = read_actions(session, application);
  if (!actions)
    return Exit::Failed;
  if (*format)
    session.out(render::formatted(action_document(*actions, schemas, **format), **format));
  else if (actions->empty())
    session.err("No actions defined for " + application + ".\n");
  else
    session.out(action_table(*actions));
  return Exit::Fine;
}

Document value_or_null(const Document& mapping, std::string_view key) {
  const Document* const found = mapping.find(key);
  return found == nullptr ? Document() : *found;
}

/// Tells of each parameter of an action, by its name.
Document parameter_document(const store::CharmAction& action) {
  const Document properties =
    render::in_key_order(value_or_null(schema_of(action), "properties"), render::DataFormat::Yaml);
  auto document = Document::map();
  for (std::size_t i = 0; i < properties.size(); ++i) {
    const Document& property = properties.child(i);
    auto told = Document::map();
    told.add("type", value_or_null(property, "type"));
    told.add("description", value_or_null(property, "description"));
    if (const Document* const usual = property.find("default"))
      told.add("default", *usual);
    document.add(properties.key(i), std::move(told));
  }
  return document;
}

Outcome show_action(Session& session, const Arguments& arguments) {
  const auto actions = read_actions(session, arguments.words[0]);
  if (!actions)
    return Exit::Failed;
  const std::string& name = arguments.words[1];
  const auto found = actions->find(name);
  if (found == actions->end())
    return session.fail("unknown action " + quote(name)
                        + nearest_hint(name, action_names(*actions)));
  constexpr auto yaml = render::DataFormat::Yaml;
  const auto parameters = render::formatted(parameter_document(found->second), yaml);
  std::string text;
  for (const std::string& line : lines_of(found->second.description))
    text += line + "\n";
  session.out(text + "\nArguments\n" + parameters + "\n");
  return Exit::Fine;
}

} // namespace

std::vector<Verb> action_verbs() {
  Verb list;
  list.name = "actions";
  list.aliases = {"list-actions"};
  list.right = Right::Read;
  list.arguments = "APPLICATION";
  list.summary = "List the actions of an application's charm";
  list.flags = {{"format", '\0', Flag::Kind::Text, "tabular|yaml|json", "How they are shown"},
                {"schema", '\0', Flag::Kind::Switch, "", "Show the schemas of their parameters"}};
  list.examples = {"actions db", "actions db --schema"};
  list.words_min = 1;
  list.words_max = 1;
  list.handler = list_actions;
  Verb show;
  show.name = "show-action";
  show.right = Right::Read;
  show.arguments = "APPLICATION ACTION";
  show.summary = "Show an action of an application's charm, and its parameters";
  show.examples = {"show-action db backup"};
  show.words_min = 2;
  show.words_max = 2;
  show.handler = show_action;
  return {list, show};
}

} // namespace orrery::cmd

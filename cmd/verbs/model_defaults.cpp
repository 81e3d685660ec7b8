// What models to come begin with (MD68): shown, set, and brought back to the keys' own defaults.
#include "cmd/verbs/data_format.hpp"
#include "cmd/verbs/given_model_config.hpp"
#include "cmd/verbs/groups.hpp"
#include "cmd/verbs/known_models.hpp"
#include "cmd/verbs/option_words.hpp"
#include "cmd/views/render/escape.hpp"
#include "cmd/views/render/suggestion.hpp"
#include "cmd/views/render/table.hpp"
#include "config/document.hpp"
#include "config/model_keys.hpp"

#include <algorithm>
#include <map>

namespace orrery::cmd {

namespace {

using config::quote;
using render::Document;

/// One key: its own default, and the one that is set for models to come.
struct DefaultsRow {
  std::optional<std::string> usual;
  std::optional<std::string> set;
};
using DefaultsRows = std::map<std::string, DefaultsRow>;

DefaultsRows default_rows(const store::Settings& defaults) {
  DefaultsRows rows;
  for (const auto& key : config::model_keys())
    if (key.usual && key.kind != config::ModelKey::Kind::Fixed)
      rows[std::string{key.name}].usual = std::string{*key.usual};
  for (const auto& [name, value] : defaults)
    rows[name].set = value;
  return rows;
}

Document document_of_value(const std::string& name, const std::string& value) {
  const auto* const key = config::find_model_key(name);
  if (key != nullptr && key->kind == config::ModelKey::Kind::Boolean)
    return Document(value == "true");
  if (key != nullptr && key->kind == config::ModelKey::Kind::Number)
    return Document::number(value);
  return Document(value);
}

void show_defaults(const Session& session,
                   const DefaultsRows& rows,
                   std::optional<render::DataFormat> format) {
  if (format) {
    auto document = Document::map();
    for (const auto& [name, row] : rows) {
      auto one = Document::map();
      if (row.usual)
        one.add("default", document_of_value(name, *row.usual));
      if (row.set)
        one.add("controller", document_of_value(name, *row.set));
      document.add(name, std::move(one));
    }
    session.out(render::formatted(document, *format));
    return;
  }
  render::Table table({{"Attribute"}, {"Default"}, {"Controller"}});
  for (const auto& [name, row] : rows)
    table.add({{render::escaped(name)},
               {render::escaped(row.usual.value_or("-"))},
               {render::escaped(row.set.value_or("-"))}});
  session.out(table.text(false));
}

Outcome write_defaults(Session& session, const Arguments& arguments) {
  protocol::SetModelDefaults change;
  change.reset = reset_names(arguments);
  for (const std::string& file : arguments.all("file"))
    if (const auto why =
          take_config_file(session, file, arguments.on("ignore-read-only-fields"), change.set))
      return session.fail(*why);
  const auto given = read_options(session, "", arguments.words);
  if (!given)
    return session.fail(given.error());
  for (const std::string& name : change.reset) {
    if (given->texts.contains(name))
      return arguments.wrong(0, "cannot set and reset key " + quote(name) + " simultaneously");
    change.set.erase(name);
  }
  for (const auto& [name, value] : given->texts)
    change.set[name] = value;
  const auto before = defaults_of_models(session);
  if (!before)
    return session.fail(before.error());
  const auto answer = perform(session, change, "cannot set the defaults of models");
  if (!answer)
    return Exit::Failed;
  std::vector<std::string> names = change.reset;
  for (const auto& [name, value] : change.set)
    names.push_back(name);
  warn_of_unknown_keys(session, names, *before);
  return Exit::Fine;
}

Outcome model_defaults(Session& session, const Arguments& arguments) {
  const auto format = format_of(arguments, "tabular", "tabular");
  if (!format)
    return tl::unexpected(format.error());
  if (session.models != nullptr)
    session.orchestrator = session.models->first(); // the session gets its own back
  const auto& words = arguments.words;
  const auto settings = std::count_if(words.begin(), words.end(), is_setting);
  const auto names = static_cast<std::ptrdiff_t>(words.size()) - settings;
  const bool changes = settings > 0 || arguments.has("reset") || arguments.has("file");
  if (names > 1)
    return arguments.wrong(1, "cannot specify multiple keys to get");
  if (names > 0 && changes)
    return arguments.wrong(0, "cannot get value and set key=value pairs simultaneously");
  if (changes)
    return write_defaults(session, arguments);
  const auto defaults = defaults_of_models(session);
  if (!defaults)
    return session.fail(defaults.error());
  auto rows = default_rows(*defaults);
  if (names > 0) {
    const auto found = rows.find(words[0]);
    if (found == rows.end()) {
      std::vector<std::string> known;
      for (const auto& [name, row] : rows)
        known.push_back(name);
      return session.fail("there are no default model values for " + quote(words[0])
                          + nearest_hint(words[0], known));
    }
    rows = DefaultsRows{*found};
  }
  show_defaults(session, rows, *format);
  return Exit::Fine;
}

Right right_to_defaults(const Arguments& arguments) {
  return right_to_settings(arguments) == Right::Read ? Right::Login : Right::Superuser;
}

} // namespace

std::vector<Verb> model_defaults_verbs() {
  Verb verb;
  verb.name = "model-defaults";
  verb.aliases = {"model-default"};
  verb.right = Right::Login;
  verb.right_of = right_to_defaults;
  verb.arguments = "[MODEL-KEY | MODEL-KEY=VALUE...]";
  verb.summary = "Show or change what models to come are configured with";
  verb.flags = {
    {"format", '\0', Flag::Kind::Text, "tabular|yaml|json", "How it is shown"},
    {"reset", '\0', Flag::Kind::Text, "MODEL-KEYS", "Keys that get their own defaults back: a,b"},
    {"file", '\0', Flag::Kind::Text, "FILE", "A YAML file of keys to set, - for standard input"},
    {"ignore-read-only-fields", '\0', Flag::Kind::Switch, "",
     "Pass over keys of the file that cannot be set"},
    {"controller", 'c', Flag::Kind::Text, "NAME", "The controller of the models"},
    {"region", '\0', Flag::Kind::Text, "REGION", "Of one region: there are none", true}};
  verb.examples = {"model-defaults", "model-defaults http-proxy",
                   "model-defaults http-proxy=http://proxy:3128",
                   "model-defaults --reset http-proxy"};
  verb.of_process = true;
  verb.handler = model_defaults;
  return {verb};
}

} // namespace orrery::cmd

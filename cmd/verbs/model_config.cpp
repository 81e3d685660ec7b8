// The model's configuration (MD60-MD67): shown, set, and brought back to its defaults.
#include "cmd/verbs/data_format.hpp"
#include "cmd/verbs/dry_run.hpp"
#include "cmd/verbs/given_model_config.hpp"
#include "cmd/verbs/groups.hpp"
#include "cmd/verbs/known_models.hpp"
#include "cmd/verbs/option_words.hpp"
#include "cmd/views/render/escape.hpp"
#include "cmd/views/render/status.hpp"
#include "cmd/views/render/suggestion.hpp"
#include "cmd/views/render/table.hpp"
#include "config/command_sets.hpp"
#include "config/document.hpp"
#include "config/log_levels.hpp"
#include "config/model_keys.hpp"

#include <algorithm>

namespace orrery::cmd {

namespace {

using config::ModelKey;
using config::quote;
using render::Document;

constexpr const char* default_source = "default";

/// One line of what is shown.
struct Shown {
  std::string value;
  ModelKey::Kind kind = ModelKey::Kind::Text;
  std::string source; ///< `default` also where the default itself was set.
};

/// Says where a value comes from, by comparing (MD60): nobody notes who has set it.
std::string source_of(const std::string& name,
                      const std::string& value,
                      const ModelKey* key,
                      const store::Settings& defaults) {
  const auto found = defaults.find(name);
  if (found != defaults.end() && found->second == value)
    return "controller";
  return key != nullptr && key->usual == value ? default_source : "model";
}

/// Name, type and uuid are left out: show-model tells them, and who asks for one by its name.
/// @param defaults of models.
std::map<std::string, Shown> shown_settings(const store::Contents& contents,
                                            const store::Settings& defaults) {
  const store::Settings& set = contents.model_config.values;
  std::map<std::string, Shown> shown;
  for (const ModelKey& key : config::model_keys())
    if (key.usual)
      shown[std::string(key.name)] = {std::string(*key.usual), key.kind, default_source};
  shown["agent-version"] = {std::string(render::presented_version), ModelKey::Kind::Fixed, "model"};
  for (const auto& [name, value] : set) {
    if (name == "authorized-keys" || config::is_disabled_key(name)) // shown by verbs of their own
      continue;
    const ModelKey* const key = config::find_model_key(name);
    shown[name] = {value, key == nullptr ? ModelKey::Kind::Text : key->kind,
                   source_of(name, value, key, defaults)};
  }
  return shown;
}

Document value_document(const Shown& shown) {
  if (shown.kind == ModelKey::Kind::Boolean)
    return Document(shown.value == "true");
  if (shown.kind == ModelKey::Kind::Number)
    return Document::number(shown.value);
  return Document(shown.value);
}

/// Keys with their values: in JSON these are named in capitals, as Juju's clients read them.
Document settings_document(const std::map<std::string, Shown>& settings,
                           render::DataFormat format) {
  const bool capitals = format == render::DataFormat::Json;
  auto document = Document::map();
  for (const auto& [name, shown] : settings) {
    auto one = Document::map();
    one.add(capitals ? "Value" : "value", value_document(shown));
    one.add(capitals ? "Source" : "source", shown.source);
    document.add(name, std::move(one));
  }
  return document;
}

/// One value as Juju prints it: booleans in Python's words.
std::string bare_value(const Shown& shown) {
  if (shown.kind != ModelKey::Kind::Boolean)
    return shown.value;
  return shown.value == "true" ? "True" : "False";
}

int show_one(Session& session,
             const store::Contents& contents,
             std::map<std::string, Shown> settings,
             const std::string& name,
             std::optional<render::DataFormat> format) {
  settings["name"] = {contents.model.name, ModelKey::Kind::Fixed, "model"};
  settings["type"] = {"process", ModelKey::Kind::Fixed, "model"};
  settings["uuid"] = {contents.model.uuid, ModelKey::Kind::Fixed, "model"};
  const auto found = settings.find(name);
  if (found == settings.end()) {
    std::vector<std::string> names;
    for (const auto& [each, shown] : settings)
      names.push_back(each);
    return session.fail(quote(name) + " is not a key of the currently targeted model: "
                        + quote(contents.model.name) + nearest_hint(name, names));
  }
  if (format)
    session.out(render::formatted(settings_document({*found}, *format), *format));
  else if (!found->second.value.empty())
    session.out(bare_value(found->second) + "\n");
  return Exit::Fine;
}

int show_all(Session& session,
             const std::map<std::string, Shown>& settings,
             std::optional<render::DataFormat> format) {
  if (format) {
    session.out(render::formatted(settings_document(settings, *format), *format));
    return Exit::Fine;
  }
  render::Table table({{"Attribute"}, {"From"}, {"Value"}});
  for (const auto& [name, shown] : settings)
    table.add({{render::escaped(name)}, {shown.source}, {render::escaped(shown.value)}});
  session.out(table.text(false));
  return Exit::Fine;
}

/// Lets units go on whose hooks waited for a person only because none was to be tried again. Those
/// that a crash leaves out go on with the new beginning.
void try_again(Session& session) {
  const std::uint32_t attempts = session.orchestrator->settings().retry.attempts;
  const auto contents = read_named(session, {.kinds = "s"});
  if (!contents)
    return;
  for (const auto& [unit, status] : contents->statuses)
    if (!status.error.hook.empty() && status.error.next_at == 0 && status.error.attempt > 0
        && status.error.attempt < attempts)
      if (const auto answer = run_command(session, protocol::Resolve{unit, true}); answer.ok())
        session.sequence = std::max(session.sequence, answer.sequence); // else it is out of it
}

/// Lines of the finest level tell what others keep to themselves (MD67).
bool shows_all(const store::Settings& set) {
  const auto found = set.find("logging-config");
  if (found == set.end())
    return false;
  const auto levels_set = config::parse_log_levels(found->second);
  return levels_set && std::any_of(levels_set->begin(), levels_set->end(), [](const auto& each) {
           return each.second == config::LogLevel::Trace;
         });
}

/// A key that is reset gets what models begin with, where that is set (MD68). @returns why it
/// cannot.
std::optional<std::string> reset_to_defaults(const Session& session,
                                             protocol::SetModelConfig& change) {
  if (change.reset.empty())
    return std::nullopt;
  const auto defaults = defaults_of_models(session);
  if (!defaults)
    return defaults.error();
  std::erase_if(change.reset, [&](const std::string& name) {
    const auto found = defaults->find(name);
    if (found != defaults->end())
      change.set[name] = found->second;
    return found != defaults->end();
  });
  return std::nullopt;
}

Outcome write_settings(Session& session, const Arguments& arguments) {
  protocol::SetModelConfig change;
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
  for (const std::string& name : change.reset)
    if (is_fixed_key(name))
      return arguments.wrong(0, quote(name) + " cannot be reset");
  if (const auto why = reset_to_defaults(session, change))
    return session.fail(*why);
  if (session.right < Right::Superuser && shows_all(change.set))
    return session.fail("only controller admins can set a model's logging level to TRACE");
  const auto before = read_named(session, {.kinds = "g"});
  if (!before)
    return Exit::Failed;
  const auto answer = run_command(session, change);
  if (!answer.ok())
    return session.fail(refusal_text(answer));
  session.sequence = std::max(session.sequence, answer.sequence);
  std::vector<std::string> names = change.reset;
  for (const auto& [name, value] : change.set)
    names.push_back(name);
  warn_of_unknown_keys(session, names, before->model_config.values);
  const bool is_so_already = answer.verdict == protocol::Verdict::Nothing;
  session.out(is_so_already ? "the model's configuration is so already\n"
                            : "changed the model's configuration\n");
  const auto now = read_named(session, {.kinds = "g"});
  if (now && !config::retries_hooks(before->model_config.values)
      && config::retries_hooks(now->model_config.values))
    try_again(session);
  return Exit::Fine;
}

Outcome model_config(Session& session, const Arguments& arguments) {
  const auto format = format_of(arguments, "tabular", "tabular");
  if (!format)
    return tl::unexpected(format.error());
  const auto& words = arguments.words;
  const auto settings = std::count_if(words.begin(), words.end(), is_setting);
  const auto names = static_cast<std::ptrdiff_t>(words.size()) - settings;
  if (names > 1)
    return arguments.wrong(1, "cannot specify multiple keys to get");
  if (names > 0 && settings > 0)
    return arguments.wrong(0, "cannot get value and set key=value pairs simultaneously");
  const bool changes = settings > 0 || arguments.has("reset") || arguments.has("file");
  if (changes && names > 0)
    return arguments.wrong(0,
                           "cannot get " + quote(words[0]) + " and change others simultaneously");
  if (changes)
    return write_settings(session, arguments);
  const auto contents = read_named(session, {.kinds = "g"});
  if (!contents)
    return Exit::Failed;
  const auto defaults = defaults_of_models(session);
  if (!defaults)
    return session.fail(defaults.error());
  auto shown = shown_settings(*contents, *defaults);
  if (names > 0)
    return show_one(session, *contents, std::move(shown), words[0], *format);
  return show_all(session, shown, *format);
}

} // namespace

std::vector<Verb> model_config_verbs() {
  Verb verb;
  verb.name = "model-config";
  verb.right = Right::Read;
  verb.right_of = right_to_settings;
  verb.arguments = "[MODEL-KEY | MODEL-KEY=VALUE...]";
  verb.summary = "Show or change the model's configuration";
  verb.flags = {
    {"format", '\0', Flag::Kind::Text, "tabular|yaml|json", "How it is shown"},
    {"reset", '\0', Flag::Kind::Text, "MODEL-KEYS", "Keys that get their defaults back: a,b"},
    {"file", '\0', Flag::Kind::Text, "FILE",
     "A YAML file of keys to set, - for standard input; VALUE may be @FILE, too"},
    {"ignore-read-only-fields", '\0', Flag::Kind::Switch, "",
     "Pass over keys of the file that cannot be set"}};
  verb.examples = {"model-config", "model-config http-proxy",
                   "model-config logging-config='<root>=INFO;unit=DEBUG'",
                   "model-config automatically-retry-hooks=false",
                   "model-config --reset http-proxy"};
  verb.handler = model_config;
  return {with_dry_run(verb)};
}

} // namespace orrery::cmd

#include "actors/rules/option_kinds.hpp"
#include "cmd/views/render/escape.hpp"
#include "cmd/views/render/missing.hpp"
#include "cmd/views/render/show_document.hpp"

namespace orrery::render {
namespace {

/// Words of the charm and of the user about an application's options; pointers are null where a
/// record is missing.
struct Options {
  const store::Application* application = nullptr;
  const store::Charm* charm = nullptr;
  const store::ApplicationConfig* config = nullptr;
};

Options find_options(const store::Contents& contents, const std::string& name) {
  Options options;
  const auto application = contents.applications.find(name);
  if (application == contents.applications.end())
    return options;
  options.application = &application->second;
  if (const auto charm = contents.charms.find(options.application->charm);
      charm != contents.charms.end())
    options.charm = &charm->second;
  if (const auto config = contents.configs.find(name); config != contents.configs.end())
    options.config = &config->second;
  return options;
}

/// Returns what the user set, nothing if the default holds.
const std::string* set_value(const Options& options, const std::string& key) {
  if (options.config == nullptr)
    return nullptr;
  const auto found = options.config->values.find(key);
  return found == options.config->values.end() ? nullptr : &found->second;
}

Document typed(store::OptionType type, const std::string& text) {
  if (type == store::OptionType::Boolean && (text == "true" || text == "false"))
    return text == "true";
  return type == store::OptionType::Int || type == store::OptionType::Float ? Document::number(text)
                                                                            : Document(text);
}

Document option_document(const store::CharmOption& option, const std::string* user) {
  Document document = Document::map();
  if (option.has_default)
    document.add("default", typed(option.type, option.default_value));
  document.add("description", option.description)
    .add("source", user != nullptr      ? "user"
                   : option.has_default ? "default"
                                        : "unset")
    .add("type", std::string(rules::type_word(option.type)));
  if (user != nullptr)
    document.add("value", typed(option.type, *user));
  else if (option.has_default)
    document.add("value", typed(option.type, option.default_value));
  return document;
}

/// Shows trust as Juju does, whose clients read `value`.
Document trust_document(const store::Application& application) {
  Document document = Document::map();
  document.add("default", false)
    .add("description", "Does this application have access to trusted credentials")
    .add("source", application.trusted ? "user" : "default")
    .add("type", "bool")
    .add("value", application.trusted);
  return document;
}

} // namespace

Output
show_config(const store::Contents& contents, const std::string& application, DataFormat format) {
  const Options options = find_options(contents, application);
  if (options.application == nullptr)
    return {"", "ERROR " + missing(contents, store::EntityKind::Application, application) + "\n",
            1};
  Document settings = Document::map();
  if (options.charm != nullptr)
    for (const auto& [key, option] : options.charm->options)
      settings.add(key, option_document(option, set_value(options, key)));
  Document document = Document::map();
  document.add("application", application)
    .add("application-config", Document::map().add("trust", trust_document(*options.application)))
    .add("charm", options.charm != nullptr ? options.charm->name : options.application->charm)
    .add("settings", std::move(settings));
  return {formatted(document, format), "", 0};
}

Output show_config_value(const store::Contents& contents,
                         const std::string& application,
                         const std::string& key) {
  const Options options = find_options(contents, application);
  if (options.application == nullptr)
    return {"", "ERROR " + missing(contents, store::EntityKind::Application, application) + "\n",
            1};
  const bool has_charm = options.charm != nullptr;
  const bool is_known = has_charm && options.charm->options.contains(key);
  if (!is_known && key == "trust") // TR1
    return {options.application->trusted ? "true\n" : "false\n", "", 0};
  if (!is_known)
    return {"",
            "ERROR key \"" + escaped(key) + "\" not found in \"" + application
              + "\" application config or charm settings: \"config " + application
              + "\" lists them\n",
            1};
  if (const std::string* user = set_value(options, key))
    return {*user + "\n", "", 0};
  const store::CharmOption& option = options.charm->options.at(key);
  // Scripts count the bytes: an option without a value prints nothing, not even a line's end.
  return {option.has_default ? option.default_value + "\n" : "", "", 0};
}

} // namespace orrery::render

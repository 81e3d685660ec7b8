#include "cmd/charms/given_trust.hpp"
#include "cmd/charms/unread_secrets.hpp"
#include "cmd/verbs/dry_run.hpp"
#include "cmd/verbs/groups.hpp"
#include "cmd/verbs/option_words.hpp"
#include "cmd/views/render/show.hpp"

#include <algorithm>

namespace orrery::cmd {

namespace {

Outcome read_config(Session& session, const Arguments& arguments) {
  const auto word = arguments.text("format").value_or("yaml");
  const auto format = render::parse_data_format(word);
  if (!format)
    return arguments.wrong(0,
                           "invalid value \"" + word + "\" for flag --format: write yaml or json");
  const std::string& application = arguments.words[0];
  auto contents = read_named(session, {.applications = {application}});
  if (contents && !contents->applications.contains(application))
    contents = read_model(session); // an error tells of names that are near
  if (!contents)
    return Exit::Failed;
  if (arguments.words.size() == 1)
    return show(session, render::show_config(*contents, application, *format));
  return show(session, render::show_config_value(*contents, application, arguments.words[1]));
}

/// Numbers and booleans of a file as they are read (0755 is 493), text as it stands there, `trust`
/// as deploy has it (TR1). An application that is not there has no types: the command says so.
/// Errors: what a file says of `trust` is no boolean.
tl::expected<store::Settings, std::string>
as_types_ask(Session& session, const std::string& application, OptionWords given) {
  if (given.readings.empty())
    return given.texts;
  const auto contents = read_named(session, {.applications = {application}});
  if (!contents || !contents->applications.contains(application))
    return given.texts;
  const auto found = contents->applications.find(application);
  const auto charm = contents->charms.find(found->second.charm);
  if (charm == contents->charms.end())
    return given.texts;
  const auto& options = charm->second.options;
  const auto trusted = take_trust(given, options.contains("trust"));
  if (!trusted)
    return tl::unexpected(trusted.error());
  if (*trusted)
    given.texts["trust"] = **trusted ? "true" : "false";
  for (const auto& [name, reading] : given.readings) {
    const auto option = options.find(name);
    if (option != options.end() && option->second.type != store::OptionType::String)
      given.texts[name] = reading;
  }
  return given.texts;
}

/// Takes options into a command, above those that are there.
tl::expected<void, std::string>
take_given(Session& session, const OptionWords& given, protocol::SetConfig& command) {
  const auto typed = as_types_ask(session, command.application, given);
  if (!typed)
    return tl::unexpected(typed.error());
  for (const auto& name : given.reset) {
    command.set.erase(name);
    command.reset.push_back(name);
  }
  for (const auto& [key, value] : *typed) {
    command.set[key] = value;
    std::erase(command.reset, key);
  }
  return {};
}

/// The options of `--file` and those of the words, which win.
tl::expected<protocol::SetConfig, std::string> given_settings(Session& session,
                                                              const Arguments& arguments) {
  protocol::SetConfig command;
  command.application = arguments.words[0];
  if (const auto file = arguments.text("file")) {
    const auto options = read_option_file(session, command.application, *file);
    if (!options)
      return tl::unexpected(options.error());
    if (const auto taken = take_given(session, *options, command); !taken)
      return tl::unexpected(taken.error());
  }
  const auto options = read_options(session, command.application,
                                    {arguments.words.begin() + 1, arguments.words.end()});
  if (!options)
    return tl::unexpected(options.error());
  if (const auto taken = take_given(session, *options, command); !taken)
    return tl::unexpected(taken.error());
  return command;
}

int write_config(Session& session, const Arguments& arguments) {
  const auto& application = arguments.words[0];
  auto given = given_settings(session, arguments);
  if (!given)
    return session.fail(given.error());
  protocol::SetConfig& command = *given;
  for (const auto& name : reset_names(arguments)) {
    if (command.set.contains(name))
      return session.fail("cannot set and reset \"" + name + "\" at once");
    command.reset.push_back(name);
  }
  const auto answer =
    perform(session, command, "cannot change the configuration of \"" + application + "\"",
            explain::Subject{store::EntityKind::Application, application});
  if (!answer)
    return Exit::Failed;
  if (answer->verdict == protocol::Verdict::Nothing)
    session.out("the configuration of " + application + " is so already\n");
  else
    session.out("changed the configuration of " + application + "\n");
  warn_of_unread_secrets(session, application, command.set);
  return Exit::Fine;
}

Outcome config(Session& session, const Arguments& arguments) {
  const auto first = arguments.words.begin() + 1;
  const auto settings = std::count_if(first, arguments.words.end(), is_setting);
  const auto names = arguments.words.end() - first - settings;
  if (settings == 0 && !arguments.has("reset") && !arguments.has("file")) {
    if (names > 1)
      return arguments.wrong(2, "can only retrieve a single value, or all values");
    return read_config(session, arguments);
  }
  if (names > 0) {
    const auto place = static_cast<std::size_t>(
      std::find_if_not(first, arguments.words.end(), is_setting) - arguments.words.begin());
    return arguments.wrong(place, "\"" + arguments.words[place]
                                    + "\" is no KEY=VALUE: cannot get and set at once");
  }
  return write_config(session, arguments);
}

} // namespace

std::vector<Verb> config_verbs() {
  Verb verb;
  verb.name = "config";
  verb.right = Right::Read;
  verb.arguments = "APPLICATION [KEY | KEY=VALUE...]";
  verb.summary = "Show or change an application's options";
  verb.flags = {
    {"reset", '\0', Flag::Kind::Text, "KEYS", "Options that get their defaults back: a,b"},
    {"file", '\0', Flag::Kind::Text, "FILE", "A YAML file of options to set, - for standard input"},
    {"format", '\0', Flag::Kind::Text, "yaml|json", "How it is shown, default yaml"}};
  verb.examples = {"config db", "config db port", "config db port=5433 name=@name.txt",
                   "config db --reset port"};
  verb.words_min = 1;
  verb.handler = config;
  verb.right_of = right_to_settings;
  return {with_dry_run(verb)};
}

} // namespace orrery::cmd

// Commands that somebody has disabled in a model, so that nobody uses them by mistake (MD13).
#include "cmd/verbs/data_format.hpp"
#include "cmd/verbs/groups.hpp"
#include "cmd/views/render/escape.hpp"
#include "cmd/views/render/table.hpp"
#include "config/command_sets.hpp"
#include "config/document.hpp"

namespace orrery::cmd {

namespace {

using config::CommandSet;
using render::Document;

/// The set that the first word names.
tl::expected<CommandSet, UsageError> set_of(const Arguments& arguments) {
  const auto set = config::command_set_named(arguments.words[0]);
  if (set)
    return *set;
  return arguments.wrong(0, "bad command set " + config::quote(arguments.words[0])
                              + ", valid options: all, destroy-model, remove-object");
}

Outcome change(Session& session, CommandSet set, std::optional<std::string> message) {
  protocol::SetModelConfig command;
  command.disabled.emplace(set, std::move(message));
  const auto answer = run_command(session, command);
  if (!answer.ok())
    return session.fail(refusal_text(answer));
  session.sequence = std::max(session.sequence, answer.sequence);
  return Exit::Fine;
}

Outcome disable(Session& session, const Arguments& arguments) {
  const auto set = set_of(arguments);
  if (!set)
    return tl::unexpected(set.error());
  std::string message;
  for (std::size_t i = 1; i < arguments.words.size(); ++i)
    message += (i == 1 ? "" : " ") + arguments.words[i];
  return change(session, *set, std::move(message));
}

Outcome enable(Session& session, const Arguments& arguments) {
  const auto set = set_of(arguments);
  if (!set)
    return tl::unexpected(set.error());
  return change(session, *set, std::nullopt);
}

Outcome show_disabled(Session& session, const Arguments& arguments) {
  const auto format = format_of(arguments, "tabular", "tabular");
  if (!format)
    return tl::unexpected(format.error());
  const auto contents = read_named(session, {.kinds = "g"});
  if (!contents)
    return Exit::Failed;
  auto list = Document::list();
  render::Table table({{"Disabled commands"}, {"Message"}});
  bool is_any = false;
  for (const CommandSet set : config::command_sets) {
    const auto found = contents->model_config.values.find(config::disabled_key(set));
    if (found == contents->model_config.values.end())
      continue;
    is_any = true;
    const std::string name{config::to_string(set)};
    auto one = Document::map();
    one.add("command-set", name);
    if (!found->second.empty())
      one.add("message", found->second);
    list.push(std::move(one));
    table.add({{name}, {render::escaped(found->second)}});
  }
  if (*format)
    session.out(render::formatted(list, **format));
  else
    session.out(is_any ? table.text(false) : "No commands are currently disabled.\n");
  return Exit::Fine;
}

Verb verb_of_sets(std::string name, Right right, Handler handler) {
  Verb verb;
  verb.name = std::move(name);
  verb.right = right;
  verb.handler = handler;
  return verb;
}

} // namespace

std::vector<Verb> disabled_command_verbs() {
  constexpr std::size_t most_words = 1000; // of a message
  auto off = verb_of_sets("disable-command", Right::Write, disable);
  off.arguments = "all|destroy-model|remove-object [MESSAGE...]";
  off.summary = "Refuse commands of a set on the model, whoever uses them, until they are enabled";
  off.more = "destroy-model  is that verb\n"
             "remove-object  is that, and whatever removes or detaches\n"
             "all            is whatever changes the model\n"
             "--force does not pass. What goes on already goes on.\n";
  off.examples = {"disable-command destroy-model", "disable-command all \"ask Eve first\""};
  off.words_min = 1;
  off.words_max = most_words;
  auto on = verb_of_sets("enable-command", Right::Write, enable);
  on.arguments = "all|destroy-model|remove-object";
  on.summary = "Let commands be used again that were disabled";
  on.examples = {"enable-command destroy-model"};
  on.words_min = on.words_max = 1;
  auto list = verb_of_sets("disabled-commands", Right::Read, show_disabled);
  list.aliases = {"list-disabled-commands"};
  list.summary = "Show which commands are disabled on the model";
  list.flags = {{"format", '\0', Flag::Kind::Text, "tabular|yaml|json", "How they are shown"}};
  list.examples = {"disabled-commands", "disabled-commands --format json"};
  list.words_max = 0;
  return {off, on, list};
}

} // namespace orrery::cmd

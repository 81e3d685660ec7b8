#include "actors/hooks/tools/action_results.hpp"
#include "actors/hooks/tools/tool.hpp"
#include "config/read_json.hpp"

#include <string_view>
#include <utility>

namespace orrery::hooks {
namespace {

using config::Data;

constexpr std::size_t line_limit = std::size_t{64} << 10U; ///< Bytes of one action-log.

/// A24
ToolDone outside_an_action() {
  return failed("not running an action");
}

/// Returns what `a.b` leads to in a map of maps, null if it leads nowhere.
Data value_at(const Data& all, std::string_view key) {
  const Data* at = &all;
  for (;;) {
    const std::size_t dot = key.find('.');
    at = at->find(key.substr(0, dot));
    if (at == nullptr)
      return {};
    if (dot == std::string_view::npos)
      return *at;
    key.remove_prefix(dot + 1);
  }
}

/// A29
ToolOutcome action_get(Task& task) {
  const std::vector<std::string>& given = task.flags.positional;
  if (const ToolDone extra = no_more_than(task, 1); extra.reply.code != 0)
    return extra;
  if (!task.sight.action)
    return outside_an_action();
  const std::string& text = task.sight.action->parameters;
  auto parameters = config::read_json(text.empty() ? "{}" : text, config::TextStyle::Juju);
  if (!parameters)
    return failed("cannot read the parameters: they are nested more than a hundred levels deep, "
                  "or no JSON");
  if (task.sight.action->name == store::command_action) // what names its input is nobody's (A64)
    parameters->drop("stdin");
  return printed(task, given.empty() ? *parameters : value_at(*parameters, given.front()));
}

/// A28
ToolOutcome action_set(Task& task) {
  const auto given = parse_results(task.flags.positional);
  if (!given)
    return given.error();
  if (!task.sight.action)
    return outside_an_action();
  if (given->empty())
    return done();
  auto results = with_results(task.state.results, *given);
  if (!results)
    return failed("cannot set action results: " + results.error());
  task.state.results = std::move(*results);
  return done();
}

/// A27
ToolOutcome action_fail(Task& task) {
  const std::vector<std::string>& given = task.flags.positional;
  if (const ToolDone extra = no_more_than(task, 1); extra.reply.code != 0)
    return extra;
  if (!task.sight.action)
    return outside_an_action();
  task.state.failure =
    given.empty() ? "action failed without reason given, check action for errors" : given.front();
  return done();
}

/// A8
ToolOutcome action_log(Task& task) {
  const std::vector<std::string>& given = task.flags.positional;
  if (given.empty())
    return misused("no message specified");
  if (!task.sight.action)
    return outside_an_action();
  std::string text;
  for (const std::string& word : given)
    text += (&word == &given.front() ? "" : " ") + word;
  if (text.size() > line_limit)
    return failed("message is longer than 64 KiB: shorten it");
  return done({LogAction{std::move(text)}});
}

} // namespace

std::vector<Tool> action_tools() {
  return {
    {"action-fail",
     "[MESSAGE]",
     "Mark the action as failed, whatever its exit code; the last message counts.",
     false,
     {},
     action_fail},
    {"action-get",
     "[KEY[.KEY ...]]",
     "Print the action's parameters: all, or one.",
     true,
     {},
     action_get},
    {"action-log", "MESSAGE", "Tell of the action's progress, at once.", false, {}, action_log},
    {"action-set",
     "KEY[.KEY ...]=VALUE [KEY[.KEY ...]=VALUE ...]",
     "Set results of the action, which are shown when it has ended.",
     false,
     {},
     action_set},
  };
}

} // namespace orrery::hooks

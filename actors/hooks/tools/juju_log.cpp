#include "actors/hooks/tools/relation.hpp"
#include "config/log_levels.hpp"

namespace orrery::hooks {
namespace {

/// A level as juju-log takes it, in any case; what it does not know is INFO.
std::string level_of(const std::string& text) {
  const auto level = config::parse_log_level(text);
  return std::string(config::name_in_log(level.value_or(config::LogLevel::Info)));
}

/// `db:1: ` in a relation hook.
std::string prefix_of(const HookSight& sight) {
  if (!sight.relation)
    return {};
  const auto found = sight.relations.find(*sight.relation);
  return found == sight.relations.end() ? std::string() : relation_text(found->second) + ": ";
}

ToolOutcome juju_log(Task& task) {
  if (task.flags.positional.empty())
    return misused("no message specified");
  std::string message = prefix_of(task.sight);
  for (const std::string& word : task.flags.positional)
    message += (&word == &task.flags.positional.front() ? "" : " ") + word;
  const std::string level = task.flags.on("debug") ? "DEBUG" : level_of(task.flags.text("l"));
  return done({Log{level, std::move(message)}});
}

} // namespace

Tool juju_log_tool() {
  return {"juju-log",
          "MESSAGE",
          "Write a message to the unit's log.",
          false,
          {{{"debug"}, true, "", "Log at debug level"},
           {{"l", "log-level"}, false, "INFO", "Send log message at the given level"},
           {{"format"}, false, "", "Deprecated, has no effect"}},
          juju_log};
}

} // namespace orrery::hooks

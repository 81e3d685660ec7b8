#include "actors/hooks/tools/relation.hpp"

namespace orrery::hooks {
namespace {

/// A level as juju-log takes it, in any case; what it does not know is INFO.
std::string level_of(std::string text) {
  for (char& letter : text)
    if (letter >= 'a' && letter <= 'z')
      letter = static_cast<char>(letter - 'a' + 'A');
  for (const char* level : {"TRACE", "DEBUG", "INFO", "WARNING", "ERROR"})
    if (text == level)
      return text;
  if (text == "WARN")
    return "WARNING";
  if (text == "CRITICAL")
    return "ERROR";
  return "INFO";
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

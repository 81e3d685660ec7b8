#include "cmd/verbs/groups.hpp"
#include "cmd/views/render/suggestion.hpp"
#include "cmd/views/render/table.hpp"

#include <algorithm>

namespace orrery::cmd {

namespace {

const std::vector<std::string> levels{"trace", "debug", "info", "warning", "error", "off"};

bool is_level(const std::string& word) {
  return std::find(levels.begin(), levels.end(), word) != levels.end();
}

void show_levels(Session& session, const std::map<std::string, std::string>& all) {
  render::Table table({{"Component", false}, {"Level", false}});
  for (const auto& [component, level] : all)
    table.add({{component, render::Colour::None}, {level, render::Colour::None}});
  session.out(table.text(false));
}

/// Looking needs less than setting.
Right right_to_log_level(const Arguments& arguments) {
  const auto& words = arguments.words;
  return words.size() == 2 || (words.size() == 1 && is_level(words[0])) ? Right::Superuser
                                                                        : Right::Read;
}

Outcome log_level(Session& session, const Arguments& arguments) {
  const auto& words = arguments.words;
  const auto all = session.orchestrator->log_levels();
  if (words.empty()) {
    show_levels(session, all);
    return Exit::Fine;
  }
  const bool every = words.size() == 1 && is_level(words[0]);
  if (!every && !all.contains(words[0])) {
    std::vector<std::string> known;
    for (const auto& entry : all)
      known.push_back(entry.first);
    if (words.size() == 1)
      known.insert(known.end(), levels.begin(), levels.end());
    return arguments.wrong(0, "the log has no component \"" + words[0] + "\""
                                + nearest_or_all(words[0], known));
  }
  if (words.size() == 1 && !every) {
    session.out(all.at(words[0]) + "\n");
    return Exit::Fine;
  }
  const auto& level = words.back();
  if (!is_level(level))
    return arguments.wrong(1, "unknown level \"" + level
                                + "\": write trace, debug, info, warning, error or off");
  return session.orchestrator->set_log_level(every ? "" : words[0], level)
           ? static_cast<int>(Exit::Fine)
           : session.fail("cannot set the level of the log");
}

} // namespace

std::vector<Verb> log_level_verbs() {
  Verb verb;
  verb.name = "log-level";
  verb.right = Right::Read;
  verb.arguments = "[COMPONENT] [trace|debug|info|warning|error|off]";
  verb.summary = "Show or change what the orchestrator's own log says, until it is started again";
  verb.examples = {"log-level", "log-level debug", "log-level agent trace"};
  verb.words_max = 2;
  verb.of_process = true;
  verb.handler = log_level;
  verb.right_of = right_to_log_level;
  return {verb};
}

} // namespace orrery::cmd

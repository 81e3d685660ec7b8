#include "actors/hooks/tools/tool.hpp"

#include <array>
#include <ctime>

namespace orrery::hooks {
namespace {

/// `2026-08-22 10:00:00Z`
std::string time_text(store::Milliseconds since) {
  const std::time_t seconds = since / 1000;
  std::tm parts{};
  ::gmtime_r(&seconds, &parts);
  std::array<char, 64> text{};
  const auto size = std::strftime(text.data(), text.size(), "%Y-%m-%d %H:%M:%SZ", &parts);
  return {text.data(), size};
}

Value as_value(const GoalStatuses& statuses) {
  std::vector<Field> fields;
  for (const auto& [name, goal] : statuses) {
    std::vector<Field> one;
    if (goal.since != 0)
      one.push_back({"since", Value::of(time_text(goal.since))});
    one.push_back({"status", Value::of(goal.status)});
    fields.push_back({name, Value::map(std::move(one))});
  }
  return Value::map(std::move(fields));
}

ToolOutcome goal_state(Task& task) {
  if (const ToolDone extra = no_more_than(task, 0); extra.reply.code != 0)
    return extra;
  if (!task.state.goal)
    return NeedStored::Goal;
  std::vector<Field> relations;
  for (const auto& [endpoint, statuses] : task.state.goal->relations)
    relations.push_back({endpoint, as_value(statuses)});
  return printed(task, Value::map({{"relations", Value::map(std::move(relations))},
                                   {"units", as_value(task.state.goal->units)}}));
}

} // namespace

Tool goal_state_tool() {
  return {"goal-state", "",   "Print which units and relations there are to be, and how they are.",
          true,         {},   goal_state,
          false,        false};
}

} // namespace orrery::hooks

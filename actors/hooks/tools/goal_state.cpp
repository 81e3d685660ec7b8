#include "actors/hooks/tools/tool.hpp"

#include <array>
#include <ctime>

namespace orrery::hooks {
namespace {

using config::Data;

/// `2026-08-22 10:00:00Z`
std::string time_text(store::Milliseconds since) {
  const std::time_t seconds = since / 1000;
  std::tm parts{};
  ::gmtime_r(&seconds, &parts);
  std::array<char, 64> text{};
  const auto size = std::strftime(text.data(), text.size(), "%Y-%m-%d %H:%M:%SZ", &parts);
  return {text.data(), size};
}

Data as_data(const GoalStatuses& statuses) {
  Data all = Data::map();
  for (const auto& [name, goal] : statuses) {
    Data one = Data::map();
    if (goal.since != 0)
      one.add("since", time_text(goal.since));
    one.add("status", goal.status);
    all.add(name, std::move(one));
  }
  return all;
}

ToolOutcome goal_state(Task& task) {
  if (const ToolDone extra = no_more_than(task, 0); extra.reply.code != 0)
    return extra;
  if (!task.state.goal)
    return NeedStored::Goal;
  Data relations = Data::map();
  for (const auto& [endpoint, statuses] : task.state.goal->relations)
    relations.add(endpoint, as_data(statuses));
  return printed(task, Data::map()
                         .add("relations", std::move(relations))
                         .add("units", as_data(task.state.goal->units)));
}

} // namespace

Tool goal_state_tool() {
  return {"goal-state", "",   "Print which units and relations there are to be, and how they are.",
          true,         {},   goal_state,
          false,        false};
}

} // namespace orrery::hooks

#include "actors/hooks/tools/relation.hpp"

namespace orrery::hooks {
namespace {

ToolOutcome relation_list(Task& task) {
  const auto relation = required_relation(task);
  if (!relation)
    return relation.error();
  if (const ToolDone extra = no_more_than(task, 0); extra.reply.code != 0)
    return extra;
  if (task.flags.on("app"))
    return printed(task, (*relation)->remote_application);
  std::set<std::string> members = (*relation)->members;
  // Only a departed hook has a departing unit: its remote unit is a member no more (H3).
  if (!task.sight.departing_unit.empty() && task.sight.relation == (*relation)->id)
    members.erase(task.sight.remote_unit);
  return printed(task, config::Data::list({members.begin(), members.end()}));
}

} // namespace

Tool relation_list_tool() {
  return {
    "relation-list",
    "",
    "List the units on the other side of a relation.",
    true,
    {relation_flag(), {{"app"}, true, "", "Print the remote application instead of its units"}},
    relation_list};
}

} // namespace orrery::hooks

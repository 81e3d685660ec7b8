#include "actors/hooks/tools/tool.hpp"

namespace orrery::hooks {
namespace {

ToolOutcome is_leader(Task& task) {
  if (const ToolDone extra = no_more_than(task, 0); extra.reply.code != 0)
    return extra;
  return printed(task, task.sight.leader);
}

} // namespace

Tool is_leader_tool() {
  return {"is-leader", "", "Print whether the unit leads its application.", true, {}, is_leader};
}

} // namespace orrery::hooks

#include "actors/hooks/tools/format.hpp"
#include "actors/hooks/tools/tool.hpp"

namespace orrery::hooks {
namespace {

ToolOutcome unit_get(Task& task) {
  if (task.flags.positional.empty())
    return misused("no setting specified");
  const std::string& setting = task.flags.positional.front();
  if (setting != "private-address" && setting != "public-address")
    return misused("unknown setting " + in_quotes(setting)
                   + ", expected private-address or public-address");
  if (const ToolDone extra = no_more_than(task, 1); extra.reply.code != 0)
    return extra;
  if (task.sight.address.empty())
    return failed("no " + setting + " set: machine " + std::to_string(task.sight.machine)
                  + " has no address yet");
  return printed(task, task.sight.address);
}

} // namespace

Tool unit_get_tool() {
  return {"unit-get", "<private-address | public-address>", "Print the unit's address.", true, {},
          unit_get};
}

} // namespace orrery::hooks

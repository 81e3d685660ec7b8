#include "actors/hooks/tools/format.hpp"
#include "actors/hooks/tools/tool.hpp"

namespace orrery::hooks {
namespace {

ToolOutcome leader_get(Task& task) {
  std::string key = task.flags.positional.empty() ? "" : task.flags.positional.front();
  if (key == "-")
    key.clear();
  if (key.find('=') != std::string::npos)
    return misused("invalid key " + in_quotes(key));
  if (const ToolDone extra = no_more_than(task, 1); extra.reply.code != 0)
    return extra;
  const store::Settings& settings =
    task.state.leader_settings ? *task.state.leader_settings : task.sight.leader_settings;
  if (key.empty())
    return printed(task, config::Data::map(settings));
  const auto found = settings.find(key);
  return printed(task, found == settings.end() ? config::Data() : found->second);
}

} // namespace

Tool leader_get_tool() {
  return {"leader-get",
          "[KEY|-]",
          "Print what the leader has told all units of the application: all keys, or one.",
          true,
          {},
          leader_get};
}

} // namespace orrery::hooks

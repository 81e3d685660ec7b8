#include "actors/hooks/tools/tool.hpp"

namespace orrery::hooks {
namespace {

ToolDone no_download(const std::string& why) {
  return failed("could not download resource: " + why);
}

/// RS8, RS9: each call asks anew, so that two calls of one hook may differ (RS10).
ToolOutcome resource_get(Task& task) {
  const auto& words = task.flags.positional;
  if (words.empty())
    return misused("missing required resource name");
  if (const ToolDone extra = no_more_than(task, 1); extra.reply.code != 0)
    return extra;
  if (!task.state.resources)
    return NeedStored::Resources;
  const auto found = task.state.resources->find(words.front());
  if (found == task.state.resources->end()) // RS3
    return no_download("resource \"" + words.front() + "\" not found: \"orrery attach-resource "
                       + task.sight.application + " " + words.front()
                       + "=FILE\" gives one that the charm declares");
  if (!task.state.resource_path)
    return NeedResource{found->first, found->second};
  if (!*task.state.resource_path)
    return no_download(task.state.resource_path->error());
  ToolDone path = done();
  path.reply.output = **task.state.resource_path; // without a newline
  return path;
}

} // namespace

Tool resource_get_tool() {
  Tool tool;
  tool.name = "resource-get";
  tool.arguments = "NAME";
  tool.purpose = "Print the path of a file that the charm was given, which is brought if need be.";
  tool.run = resource_get;
  return tool;
}

} // namespace orrery::hooks

#include "actors/hooks/tools/tool.hpp"

namespace orrery::hooks {
namespace {

/// Orrery runs hooks, no actions: charms that try find out as they do in a hook of Juju.
ToolOutcome outside_an_action(Task& task) {
  return failed(task.call.arguments.front().substr(task.call.arguments.front().rfind('/') + 1)
                + ": not running an action");
}

} // namespace

std::vector<Tool> action_tools() {
  return {
    {"action-fail", "[MESSAGE]", "Mark the action as failed.", false, {}, outside_an_action},
    {"action-get", "[KEY]", "Print the action's parameters.", true, {}, outside_an_action},
    {"action-log", "MESSAGE", "Tell of the action's progress.", false, {}, outside_an_action},
    {"action-set",
     "key=value [key=value ...]",
     "Set results of the action.",
     false,
     {},
     outside_an_action},
  };
}

} // namespace orrery::hooks

#include "actors/hooks/tools/tool.hpp"

namespace orrery::hooks {
namespace {

/// Refuses actions, and commands that a person runs, which are actions to Juju (A24).
ToolOutcome juju_reboot(Task& task) {
  if (const ToolDone extra = no_more_than(task, 0); extra.reply.code != 0)
    return extra;
  if (task.sight.action)
    return failed("juju-reboot is not supported when running an action.");
  task.state.reboot = task.flags.on("now") ? Reboot::Now : Reboot::AfterHook;
  return done();
}

} // namespace

Tool juju_reboot_tool() {
  return {"juju-reboot",
          "",
          "End all programs of the machine once the hook has succeeded; start then runs again.",
          false,
          {{{"now"}, true, "", "Reboot at once: the hook ends here, and runs again after that"}},
          juju_reboot};
}

} // namespace orrery::hooks

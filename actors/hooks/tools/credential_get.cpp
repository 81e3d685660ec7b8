#include "actors/hooks/tools/tool.hpp"

namespace orrery::hooks {
namespace {

/// This host is the cloud, which asks nobody for a credential (TR4).
ToolOutcome credential_get(Task& task) {
  if (const ToolDone extra = no_more_than(task, 0); extra.reply.code != 0)
    return extra;
  if (!task.state.trusted)
    return NeedStored::Trusted;
  if (!*task.state.trusted)
    return failed("cannot access cloud credentials: permission denied: orrery trust "
                  + task.sight.application + " allows it");
  const bool json = task.flags.text("format") == "json";
  const char* type = json ? "auth-type" : "authtype";
  return printed(task, config::Data::map()
                         .add("type", "local")
                         .add("name", "local")
                         .add("credential", config::Data::map().add(type, "empty")));
}

} // namespace

Tool credential_get_tool() {
  return {"credential-get",
          "",
          "Print the cloud and its credential; for units of trusted applications.",
          true,
          {},
          credential_get};
}

} // namespace orrery::hooks

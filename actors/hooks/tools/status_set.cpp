#include "actors/hooks/tools/format.hpp"
#include "actors/hooks/tools/tool.hpp"

#include <algorithm>
#include <array>

namespace orrery::hooks {
namespace {

constexpr std::size_t message_limit = 64 << 10;

bool is_settable(const std::string& word) {
  static constexpr std::array<std::string_view, 4> words = {"maintenance", "blocked", "waiting",
                                                            "active"};
  return std::find(words.begin(), words.end(), word) != words.end();
}

ToolOutcome status_set(Task& task) {
  const std::vector<std::string>& given = task.flags.positional;
  if (given.empty())
    return misused("invalid args, require <status> [message]");
  if (!is_settable(given.front()))
    return misused("invalid status " + in_quotes(given.front())
                   + ", expected one of [maintenance blocked waiting active]");
  if (const ToolDone extra = no_more_than(task, 2); extra.reply.code != 0)
    return extra;
  const std::string message = given.size() > 1 ? given[1] : std::string();
  if (message.size() > message_limit)
    return failed("status message is longer than 64 KiB: shorten it");
  const bool application = task.flags.on("application");
  if (application && !task.sight.leader)
    return failed("setting application status: this unit is not the leader");
  // When it was set is for the unit's actor to say.
  (application ? task.state.application_status : task.state.status) =
    store::Status{given.front(), message, 0};
  if (application)
    return done({SetApplicationStatus{given.front(), message}});
  return done({SetUnitStatus{given.front(), message}});
}

} // namespace

Tool status_set_tool() {
  return {"status-set",
          "<maintenance | blocked | waiting | active> [MESSAGE]",
          "Set the status of the workload, at once and whether or not the hook succeeds.",
          false,
          {{{"application"}, true, "", "Set the application's status; for its leader only"}},
          status_set};
}

} // namespace orrery::hooks

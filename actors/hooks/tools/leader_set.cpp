#include "actors/hooks/tools/format.hpp"
#include "actors/hooks/tools/pairs.hpp"

namespace orrery::hooks {
namespace {

/// Whether they are too many together the model says, which knows those that are there.
ToolOutcome leader_set(Task& task) {
  const auto settings = parse_pairs(task.flags.positional);
  if (!settings)
    return settings.error();
  std::string text = unwritable(*settings);
  if (text.empty() && !task.sight.leader)
    text = task.sight.unit + " is not the leader of " + task.sight.application;
  if (!text.empty())
    return failed("cannot write leadership settings: " + text);
  if (settings->empty())
    return done();
  return done({SetLeaderSettings{*settings}});
}

} // namespace

Tool leader_set_tool() {
  return {
    "leader-set",
    "key=value [key=value ...]",
    "Tell all units of the application, at once and whether or not the hook succeeds; for its "
    "leader only. An empty value removes the key.",
    false,
    {},
    leader_set};
}

void took_effect(const HookSight& sight, HookState& state, const Effect& effect) {
  const auto* set = std::get_if<SetLeaderSettings>(&effect);
  if (set == nullptr)
    return;
  if (!state.leader_settings)
    state.leader_settings = sight.leader_settings;
  change(*state.leader_settings, set->settings);
}

} // namespace orrery::hooks

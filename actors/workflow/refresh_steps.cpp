#include "actors/workflow/refresh_steps.hpp"

namespace orrery::agents {

const std::string& files_of(const UnitNotes& local, const UnitSight& remote) {
  return local.charm.empty() ? remote.charm : local.charm;
}

/// Notes tell of both from the first upgrade on.
std::uint32_t changes_told(const UnitNotes& local, const UnitSight& remote) {
  return local.charm.empty() ? remote.charm_changes : local.charm_changes;
}

/// A subordinate looks at its own application, whatever charm its principal has (P41).
bool is_behind(const UnitNotes& local, const UnitSight& remote) {
  return !remote.application_charm.empty()
         && (remote.application_charm != files_of(local, remote)
             || remote.application_charm_changes != changes_told(local, remote));
}

MaybeNext upgrade_if_behind(const View& view) {
  return is_behind(view.local, view.remote) ? MaybeNext{BeginUpgrade{view.remote.application_charm}}
                                            : std::nullopt;
}

MaybeNext upgrade_past_failure(const View& view, const Operation& failed) {
  const UnitSight& remote = view.remote;
  const bool waits_for_success = failed.hook.kind == HookKind::UpgradeCharm || !view.local.started;
  const bool has_failed_since = remote.charm_at_failure == remote.application_charm;
  const bool has_new_files = remote.application_charm != files_of(view.local, remote);
  if (remote.force_units || (!waits_for_success && has_failed_since && has_new_files))
    return upgrade_if_behind(view);
  return std::nullopt;
}

MaybeNext finish_upgrade(const View& view) {
  const UnitNotes& local = view.local;
  const UnitSight& remote = view.remote;
  if (local.upgrade.empty() || remote.application_charm.empty())
    return std::nullopt; // without its application the unit has nothing to be upgraded to
  const bool is_newest = local.upgrade == remote.application_charm
                         && local.charm_changes == remote.application_charm_changes;
  if (!local.conflict.empty()) {
    if (remote.resolved != store::Resolved::None)
      return AcceptResolved{true}; // D1: there is no hook that could count as done
    if (is_newest || !remote.force_units)
      return Idle{};
  }
  if (!is_newest || remote.charm != local.upgrade || remote.charm_changes != local.charm_changes)
    return BeginUpgrade{remote.application_charm};
  return ReplaceCharm{};
}

} // namespace orrery::agents

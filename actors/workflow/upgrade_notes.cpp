#include "actors/workflow/unit_notes.hpp"
#include "actors/workflow/unit_notes_record.hpp"

#include <cassert>
#include <utility>

/// Files of other charms that a unit gets, as its notes have them (P25 to P32).
namespace orrery::agents {

NoteChanges begin_upgrade(UnitNotes& local, const std::string& current, const std::string& wanted) {
  local.charm = current;
  local.upgrade = wanted;
  local.conflict.clear();
  return {core_change(local)};
}

NoteChanges drop_upgrade(UnitNotes& local) {
  local.upgrade.clear();
  local.conflict.clear();
  return {core_change(local)};
}

/// The failed hook in hand stays as it is, with its error and its time (P33). Whether upgrade-charm
/// then succeeds or counts as done, config-changed follows it (P26, D3).
NoteChanges charm_replaced(UnitNotes& local) {
  assert(!local.upgrade.empty());
  local.charm = std::exchange(local.upgrade, {});
  local.conflict.clear();
  if (local.installed && !local.operation) {
    local.operation.emplace().hook = upgrade_charm_hook();
    local.config_follows = true;
  }
  return {core_change(local)};
}

NoteChanges upgrade_conflict(UnitNotes& local, const std::string& why) {
  assert(!local.upgrade.empty() && !why.empty());
  local.conflict = why;
  return {core_change(local)};
}

/// The failing upgrade-charm is the one of the new files from then on, and a unit that is not
/// installed runs its install.
bool passes_over_upgrade_charm(const UnitNotes& local) {
  return local.installed && local.operation && local.operation->hook.kind != HookKind::UpgradeCharm;
}

bool is_upgrading(const UnitNotes& local) {
  if (!local.upgrade.empty())
    return true;
  const bool has_failed = local.operation && local.operation->attempt > 0;
  return local.config_follows && !has_failed;
}

} // namespace orrery::agents

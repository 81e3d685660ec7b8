#include "actors/workflow/unit_notes.hpp"
#include "actors/workflow/unit_notes_record.hpp"

#include <cassert>
#include <utility>

/// Files of other charms that a unit gets, as its notes have them (P25 to P32).
namespace orrery::agents {

namespace {

/// Takes a start that waits to run again for an ended program out of hand: it stays due, with as
/// many ends as were counted.
void put_back_restart(UnitNotes& local) {
  local.operation.reset();
  local.last_end.start_due = true;
}

} // namespace

NoteChanges begin_upgrade(UnitNotes& local,
                          const std::string& current,
                          const std::string& wanted,
                          std::uint32_t changes) {
  local.charm = current;
  local.charm_changes = changes;
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
/// then succeeds or counts as done, config-changed follows it (P26, D3). A start for an ended
/// program has not failed, and comes behind these (W10).
NoteChanges charm_replaced(UnitNotes& local) {
  assert(!local.upgrade.empty());
  local.charm = std::exchange(local.upgrade, {});
  local.conflict.clear();
  if (is_restart(local))
    put_back_restart(local);
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

/// The failing upgrade-charm is the one of the new files from then on, a unit that is not installed
/// runs its install, and of a start for an ended program no try has failed.
bool passes_over_upgrade_charm(const UnitNotes& local) {
  return local.installed && local.operation && local.operation->hook.kind != HookKind::UpgradeCharm
         && !is_restart(local);
}

bool is_upgrading(const UnitNotes& local) {
  if (!local.upgrade.empty())
    return true;
  const bool has_failed = local.operation && local.operation->attempt > 0;
  return local.config_follows && !has_failed;
}

} // namespace orrery::agents

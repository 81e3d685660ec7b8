#include "cmd/simulate/hook_order.hpp"

#include <fmt/format.h>

#include <string_view>

/// Hooks of storage: before install, first of the teardown, each once (ST22, ST24, ST25).
namespace orrery::simulate {

namespace {

constexpr std::string_view attached_mark = "-storage-attached";
constexpr std::string_view detaching_mark = "-storage-detaching";

bool attaches(const HookBegun& hook) {
  return hook.name.ends_with(attached_mark);
}

/// `data-storage-attached` of `data/0`.
std::string hook_for(const std::string& storage, std::string_view mark) {
  return storage.substr(0, storage.find('/')) + std::string(mark);
}

} // namespace

/// Whether the hook means nothing any more: its unit has the storage no longer, or will not get it.
bool HookOrder::is_void_for_storage(const HookBegun& hook) const {
  const store::Contents& all = ledger_.contents();
  const auto held = all.attachments.find(hook.storage);
  const auto unit = all.units.find(hook.unit);
  if (held == all.attachments.end() || held->second.unit != hook.unit || unit == all.units.end())
    return true;
  return attaches(hook)
         && (held->second.life != store::Life::Alive || unit->second.life != store::Life::Alive);
}

void HookOrder::judge_storage_hook(const Unit& unit, const HookBegun& hook) {
  const bool is_last =
    unit.last && unit.last->name == hook.name && unit.last->storage == hook.storage;
  if (unit.disturbed && is_last)
    return;
  const auto known = unit.storages.find(hook.storage);
  if (unit.stopped || unit.removed)
    say(hook, "runs after stop (ST24)");
  if (attaches(hook) && known != unit.storages.end() && known->second == Stored::Attached)
    say(hook, "runs a second time (ST22)");
  if (!attaches(hook) && known == unit.storages.end()
      && has(hook, hook_for(hook.storage, attached_mark)))
    say(hook, "runs for storage that is not attached, or that it has run for (ST25)");
}

/// Storage that came later blocks nothing (ST23).
void HookOrder::judge_storage_at_install(const HookBegun& hook) {
  const auto first = first_storage_.find(hook.unit);
  if (first == first_storage_.end())
    return;
  const auto& held = ledger_.contents().attachments;
  for (const std::string& id : first->second)
    if (const auto found = held.find(id); found != held.end() && found->second.unit == hook.unit
                                          && found->second.life == store::Life::Alive
                                          && !found->second.attached)
      say(hook, fmt::format("runs before storage-attached of {} (ST22)", id));
}

/// A unit that goes gets no storage, and its agent goes on once the model has taken the last.
void HookOrder::judge_storage_at_end(const HookBegun& hook) {
  for (const auto& [id, held] : ledger_.contents().attachments)
    if (held.unit == hook.unit)
      say(hook, fmt::format("runs while the unit has storage {} (ST24)", id));
}

/// ST25: what an agent lets go of has had its storage-detaching.
void HookOrder::judge_detached(const Unit& unit, const store::StorageAttachment& gone) {
  if (unit.disturbed || unit.lenient || unit.ever_forced || unit.excused)
    return;
  const auto known = unit.storages.find(gone.storage);
  const bool is_last = unit.last && unit.last->storage == gone.storage;
  if (known != unit.storages.end() && known->second == Stored::Attached && !is_last
      && has_hook_(gone.unit, hook_for(gone.storage, detaching_mark)))
    findings_.add(fmt::format("{} lets go of {}, and its storage-detaching has not run (ST25)",
                              gone.unit, gone.storage));
}

/// An agent that has yet to hear of it may begin a hook for storage that is gone.
void HookOrder::storage_begun(Unit& unit, const HookBegun& hook) const {
  unit.storage_is_gone = !hook.storage.empty() && is_void_for_storage(hook);
  if (unit.storage_is_gone)
    unit.storages[hook.storage] = Stored::MayBe;
}

void HookOrder::take_storage(Unit& unit, const HookBegun& hook) {
  if (!attaches(hook))
    unit.storages.erase(hook.storage);
  else
    unit.storages[hook.storage] = unit.storage_is_gone ? Stored::MayBe : Stored::Attached;
}

void HookOrder::storage_written(const Applied& transaction) {
  for (const rules::Write& write : transaction.writes)
    if (const auto* unit = std::get_if<store::Unit>(&write.record))
      if (write.deleted || write.created)
        first_storage_.erase(unit->name);
  for (const rules::Write& write : transaction.writes)
    if (const auto* held = std::get_if<store::StorageAttachment>(&write.record)) {
      attachment_written(*held, write.deleted, transaction.cause == "storage detached");
      if (!write.deleted && !ledger_.contents().units.contains(held->unit))
        first_storage_[held->unit].insert(held->storage);
    }
}

/// A hook that is under way for a storage that goes may end as if it were there, and one that comes
/// back before its agent has looked has never been away.
void HookOrder::attachment_written(const store::StorageAttachment& now,
                                   bool deleted,
                                   bool by_agent) {
  const auto first = first_storage_.find(now.unit);
  if (deleted && first != first_storage_.end())
    first->second.erase(now.storage);
  const auto found = units_.find(now.unit);
  if (found == units_.end() || (!deleted && now.life == store::Life::Alive))
    return;
  Unit& unit = found->second;
  if (deleted && by_agent)
    judge_detached(unit, now);
  const bool is_last = unit.last && unit.last->storage == now.storage;
  if (is_last && unit.outcome != Outcome::Done && (deleted || attaches(*unit.last))) {
    unit.storage_is_gone = true;
    unit.storages[now.storage] = Stored::MayBe;
  }
  if (const auto known = unit.storages.find(now.storage); deleted && known != unit.storages.end())
    known->second = Stored::MayBe;
}

} // namespace orrery::simulate

#include "actors/workflow/unit_notes.hpp"

#include "actors/workflow/back_off.hpp"
#include "actors/workflow/unit_notes_record.hpp"
#include "config/utf8.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

namespace orrery::agents {
namespace {

constexpr std::size_t tail_limit = 4096;

void commit_unit_hook(UnitNotes& local, const Hook& hook) {
  switch (hook.kind) {
  case HookKind::Install:
    local.installed = true;
    break;
  case HookKind::LeaderElected:
    local.leader = true;
    break;
  case HookKind::ConfigChanged:
    local.configured = true;
    local.config_follows = false;
    local.config_version = hook.version;
    break;
  case HookKind::LeaderSettingsChanged:
    local.leader_settings_version = hook.version;
    break;
  case HookKind::Start:
    local.started = true;
    local.boot = hook.version;
    break;
  case HookKind::Stop:
    local.stopped = true;
    break;
  case HookKind::Remove:
    local.removed = true;
    break;
  default:
    break; // Of a relation or a storage: see commit().
  }
}

/// Changes the note of the hook in hand, where there is one.
NoteChanges change_in_hand(const UnitNotes& local) {
  return is_noted(*local.operation) ? NoteChanges{core_change(local)} : NoteChanges{};
}

/// Commits a changed hook. Returns what has changed beside the unit's own record.
NoteChanges commit_changed(UnitNotes& local, const Hook& hook, RelationProgress& progress) {
  if (hook.remote_unit.empty()) {
    progress.application_version = hook.version;
    return {relation_change(local, hook.relation)};
  }
  NoteChanges writes;
  if (const auto member = progress.members.find(hook.remote_unit);
      member != progress.members.end()) {
    member->second = hook.version;
    writes.push_back(member_change(local, hook.relation, hook.remote_unit));
  }
  if (progress.changed_pending == hook.remote_unit) {
    progress.changed_pending.clear();
    writes.push_back(relation_change(local, hook.relation));
  }
  return writes;
}

NoteChanges commit_relation_hook(UnitNotes& local, const Hook& hook) {
  const auto found = local.relations.find(hook.relation);
  if (found == local.relations.end())
    return {}; // Of a unit, or of a relation that was forgotten meanwhile.
  RelationProgress& progress = found->second;
  switch (hook.kind) {
  case HookKind::RelationCreated:
    progress.created = true;
    return {relation_change(local, hook.relation)};
  case HookKind::RelationJoined:
    progress.members[hook.remote_unit] = hook.version;
    progress.changed_pending = hook.remote_unit; // H1
    return {member_change(local, hook.relation, hook.remote_unit),
            relation_change(local, hook.relation)};
  case HookKind::RelationChanged:
    return commit_changed(local, hook, progress);
  case HookKind::RelationDeparted:
    progress.members.erase(hook.remote_unit);
    return {member_change(local, hook.relation, hook.remote_unit)};
  case HookKind::RelationBroken:
    progress.broken = true;
    return {relation_change(local, hook.relation)};
  default:
    return {};
  }
}

} // namespace

bool is_noted(const Operation& operation) {
  return operation.hook.kind != HookKind::UpdateStatus || operation.attempt > 0;
}

NoteChanges queue(UnitNotes& local, Hook hook) {
  assert(!local.operation);
  local.operation.emplace().hook = std::move(hook);
  return change_in_hand(local);
}

NoteChanges start(UnitNotes& local) {
  assert(local.operation && local.operation->step == Step::Queued);
  if (local.operation->hook.kind == HookKind::Start) { // what ends from now on is another thing
    local.last_end.what.clear();
    local.last_end.start_due = false;
  }
  local.operation->step = Step::Pending;
  local.operation->tried = true;
  local.operation->next_at = 0;
  return change_in_hand(local);
}

void end_run(UnitNotes& local, store::Milliseconds now) {
  assert(local.operation);
  local.last_run.ended = now;
  if (local.operation->hook.kind == HookKind::Start)
    local.last_start = local.last_run;
}

NoteChanges set_boot(UnitNotes& local, std::uint64_t boot) {
  assert(local.operation && local.operation->hook.kind == HookKind::Start);
  local.operation->hook.version = boot;
  return {core_change(local)};
}

NoteChanges set_revision(UnitNotes& local, std::uint32_t revision) {
  assert(local.operation && local.operation->hook.kind == HookKind::SecretChanged);
  local.operation->hook.version = revision;
  return {core_change(local)};
}

NoteChanges finish(UnitNotes& local) {
  assert(local.operation && local.operation->tried);
  local.operation->step = Step::Done;
  return change_in_hand(local);
}

NoteChanges commit(UnitNotes& local) {
  assert(local.operation && local.operation->step == Step::Done);
  const bool was_noted = is_noted(*local.operation);
  const Hook hook = std::move(local.operation->hook);
  local.operation.reset();
  if (!was_noted)
    return {};
  NoteChanges writes;
  if (is_relation_hook(hook.kind))
    writes = commit_relation_hook(local, hook);
  else if (is_storage_hook(hook.kind))
    writes = commit_storage_hook(local, hook);
  else
    commit_unit_hook(local, hook);
  writes.push_back(core_change(local));
  return writes;
}

NoteChanges fail(UnitNotes& local,
                 const std::string& stderr_tail,
                 store::Milliseconds now,
                 const config::RetryPolicy& policy) {
  assert(local.operation && local.operation->step == Step::Pending);
  Operation& operation = *local.operation;
  operation.step = Step::Queued;
  ++operation.attempt;
  const bool exhausted = operation.attempt >= policy.attempts;
  operation.next_at = exhausted ? 0 : now + delay_after(operation.attempt, policy);
  operation.stderr_tail = config::last_bytes(stderr_tail, tail_limit);
  return {core_change(local)};
}

NoteChanges requeue(UnitNotes& local) {
  assert(local.operation && local.operation->step == Step::Pending);
  local.operation->step = Step::Queued;
  return change_in_hand(local);
}

NoteChanges retry(UnitNotes& local) {
  if (!local.conflict.empty()) {
    local.conflict.clear();
    return {core_change(local)};
  }
  if (!local.operation || local.operation->step != Step::Queued || local.operation->attempt == 0)
    return {};
  local.last_end.count = 0;
  local.operation->attempt = 0;
  local.operation->next_at = 0;
  local.operation->stderr_tail.clear();
  return {core_change(local)};
}

bool will_not_be_tried(const UnitNotes& local, const config::RetryPolicy& policy) {
  return local.operation && local.operation->step == Step::Queued && local.operation->next_at > 0
         && local.operation->attempt >= policy.attempts;
}

NoteChanges give_up(UnitNotes& local) {
  local.operation->next_at = 0;
  return {core_change(local)};
}

NoteChanges drop(UnitNotes& local) {
  assert(local.operation && local.operation->step == Step::Queued);
  const bool was_noted = is_noted(*local.operation);
  local.operation.reset();
  return was_noted ? NoteChanges{core_change(local)} : NoteChanges{};
}

NoteChanges learn_relation(UnitNotes& local,
                           store::RelationId id,
                           const std::string& endpoint,
                           const std::string& remote_application) {
  const auto [place, is_new] = local.relations.try_emplace(id);
  if (!is_new)
    return {};
  place->second.endpoint = endpoint;
  place->second.remote_application = remote_application;
  return {relation_change(local, id)};
}

NoteChanges forget_relation(UnitNotes& local, store::RelationId id) {
  const auto found = local.relations.find(id);
  if (found == local.relations.end())
    return {};
  NoteChanges writes = relation_deletions(local, id);
  local.relations.erase(found);
  return writes;
}

NoteChanges lose_leadership(UnitNotes& local) {
  local.leader = false;
  return {core_change(local)};
}

NoteChanges resume(UnitNotes& local, store::Milliseconds now, const config::RetryPolicy& policy) {
  if (local.operation && local.operation->attempt > 0)
    local.operation->next_at =
      std::min(local.operation->next_at, now + delay_after(local.operation->attempt, policy));
  const bool was_in_conflict = !std::exchange(local.conflict, {}).empty();
  if (!local.operation || local.operation->step != Step::Pending)
    return was_in_conflict ? NoteChanges{core_change(local)} : NoteChanges{};
  end_run(local, now);
  return fail(local, "interrupted: the hook may have run, its end was not seen", now, policy);
}

std::string workflow_state(const UnitNotes& local, const config::RetryPolicy& policy) {
  if (!local.conflict.empty())
    return "upgrade-error";
  if (local.operation && local.operation->step == Step::Queued && local.operation->attempt > 0
      && local.operation->attempt >= policy.attempts) {
    const HookKind kind = local.operation->hook.kind;
    const bool transition =
      kind == HookKind::Install || kind == HookKind::Start || kind == HookKind::Stop;
    return (transition ? hook_name(local.operation->hook) : std::string("hook")) + "-error";
  }
  if (!local.installed)
    return "new";
  return local.started && !local.stopped ? "running" : "ready";
}

} // namespace orrery::agents

#include "actors/workflow/workflow.hpp"

#include "actors/rules/ties.hpp"
#include "actors/workflow/refresh_steps.hpp"
#include "actors/workflow/relation_steps.hpp"
#include "actors/workflow/secret_steps.hpp"
#include "actors/workflow/storage_steps.hpp"

#include <utility>

namespace orrery::agents {
namespace {

using store::Life;

Hook unit_hook(HookKind kind, std::uint64_t version = 0) {
  Hook hook;
  hook.kind = kind;
  hook.version = version;
  return hook;
}

MaybeNext cause_to_die(const UnitSight& remote) {
  if (remote.life != Life::Alive)
    return std::nullopt;
  const std::string_view why = rules::cause_to_die(
    {remote.application_life, remote.subordinate, remote.principal_life, remote.kept_by_container});
  return why.empty() ? std::nullopt : MaybeNext{BecomeDying{std::string(why)}};
}

/// Whether the hook in hand means nothing any more. One that may be running is never dropped.
bool is_void(const View& view, const Operation& operation) {
  const Hook& hook = operation.hook;
  if (hook.kind == HookKind::Install) // U11: what never ran need not be undone.
    return !operation.tried && view.remote.life != Life::Alive;
  if (hook.kind == HookKind::LeaderElected)
    return !operation.tried && !view.remote.leader; // L2
  if (is_restart(view.local) && view.remote.life != Life::Alive)
    return true; // A program need not be started again to be stopped.
  if (hook.kind == HookKind::UpdateStatus)
    return view.remote.life != Life::Alive; // US3
  if (is_secret_hook(hook.kind))
    return is_void_for_secret(view, hook);
  if (is_storage_hook(hook.kind))
    return is_void_for_storage(view, hook); // ST25
  // Only by force is a scope lost with a hook in hand (F1, F3): force goes past failing hooks.
  return is_relation_hook(hook.kind) && !view.in_scope(hook.relation);
}

/// Asked for with the removal of the unit, its application, or the relation that it leaves.
bool is_skipped(const View& view, const Hook& hook) {
  rules::SkipsAsked asked;
  asked.of_unit = view.remote.skip_failed_hooks;
  asked.unit_life = view.remote.life;
  if (const auto relation = view.remote.relations.find(hook.relation);
      relation != view.remote.relations.end()) {
    asked.of_relation = relation->second.skip_failed_hooks;
    asked.relation_life = relation->second.life;
  }
  return rules::is_skipped(is_teardown(hook.kind), is_relation_hook(hook.kind), asked);
}

/// The hook in hand has failed: new files, the administrator's word, the next try, or waiting for
/// one of these (W2, W3, P31).
Next after_failure(const View& view, const Operation& operation) {
  if (is_skipped(view, operation.hook))
    return SkipHook{};
  if (auto step = upgrade_past_failure(view, operation))
    return *step;
  if (view.remote.resolved != store::Resolved::None)
    return AcceptResolved{view.remote.resolved == store::Resolved::Retry};
  if (operation.attempt >= view.policy.attempts)
    return Idle{};
  if (view.now < operation.next_at)
    return WaitUntil{operation.next_at};
  return RunHook{};
}

/// Nothing else is done while a hook is in hand (W7, U6): new files wait for those that are queued
/// (P35), and for a failed one that passes (P34).
MaybeNext hook_in_hand(const View& view) {
  if (!view.local.operation)
    return std::nullopt;
  const Operation& operation = *view.local.operation;
  if (operation.step == Step::Done)
    return CommitHook{}; // W4
  if (operation.step == Step::Pending)
    return Idle{};
  if (is_void(view, operation))
    return DropHook{};
  if (operation.attempt > 0)
    return after_failure(view, operation);
  if (view.remote.resolved != store::Resolved::None)
    return AcceptResolved{true}; // It came too late, and is not for the failure after it.
  if (operation.hook.kind == HookKind::Install && !operation.tried)
    if (auto step = upgrade_if_behind(view))
      return step; // P37
  return RunHook{};
}

/// U5, H8: leave all, stop, remove, wait for subordinates, Dead.
Next next_dying(const View& view) {
  const UnitNotes& local = view.local;
  if (auto step = keep_books(view))
    return *step;
  if (auto step = detach_storage(view))
    return *step; // ST24
  if (auto step = step_out_of_all(view))
    return *step;
  if (local.started && !local.stopped)
    return QueueHook{unit_hook(HookKind::Stop)};
  if (local.installed && !local.removed)
    return QueueHook{unit_hook(HookKind::Remove)};
  if (view.remote.subordinates > 0)
    return Idle{}; // U4
  return BecomeDead{};
}

/// Before its install, in which the first unit leads already (L1), and so before it enters any
/// scope: a relation is joined when a leader has entered.
MaybeNext claim_leadership(const View& view) {
  const bool due = !view.remote.leader && view.remote.leadership_free;
  return due ? MaybeNext{Claim{}} : std::nullopt;
}

/// The leader is told once that it leads, whatever charm it gets later (P40), the others what it
/// has set: the newest of it, once.
MaybeNext leadership(const View& view) {
  const std::uint64_t set = view.remote.leader_settings_version;
  if (view.remote.leader && !view.local.leader)
    return QueueHook{unit_hook(HookKind::LeaderElected)};
  if (!view.remote.leader && view.local.leader)
    return LoseLeadership{};
  if (!view.remote.leader && set != view.local.leader_settings_version)
    return QueueHook{unit_hook(HookKind::LeaderSettingsChanged, set)};
  return std::nullopt;
}

/// Install and what follows it until the unit runs (W1, H8).
MaybeNext come_up(const View& view) {
  const UnitNotes& local = view.local;
  if (auto step = claim_leadership(view))
    return step;
  if (!local.installed) {
    if (auto step = upgrade_if_behind(view)) // P37
      return step;
    auto step = attach_storage(view, true); // ST22
    return step ? step : QueueHook{unit_hook(HookKind::Install)};
  }
  if (auto step = enter_scopes(view))
    return step;
  if (auto step = relation_created(view))
    return step;
  if (auto step = leadership(view))
    return step;
  if (auto step = upgrade_if_behind(view))
    return step; // P24
  if (auto step = secret_hook(view))
    return step;                               // SE43
  if (auto step = attach_storage(view, false)) // ST23
    return step;
  if (!local.configured || local.config_version != view.remote.config_version)
    return QueueHook{unit_hook(HookKind::ConfigChanged, view.remote.config_version)};
  if (!local.started || local.boot != view.remote.boot || local.last_end.start_due) // W9, W10
    return QueueHook{unit_hook(HookKind::Start, view.remote.boot)};
  return std::nullopt;
}

Next next_alive(const View& view) {
  if (auto step = keep_books(view))
    return *step;
  if (auto step = leave_hookless(view))
    return *step;
  if (auto step = detach_storage(view))
    return *step;
  if (auto step = come_up(view))
    return *step;
  if (auto step = end_relations(view))
    return *step;
  if (auto step = relation_hooks(view))
    return *step;
  if (view.remote.update_status_due)
    return QueueHook{update_status_hook()}; // US2
  return next_storage_try(view).value_or(Idle{});
}

} // namespace

bool is_teardown(HookKind kind) {
  return kind == HookKind::Stop || kind == HookKind::Remove || kind == HookKind::RelationDeparted
         || kind == HookKind::RelationBroken || kind == HookKind::StorageDetaching;
}

Next next(const UnitNotes& local,
          const UnitSight& remote,
          store::Milliseconds now,
          const config::RetryPolicy& policy,
          LookedAt* looked_at) {
  const View view{local, remote, now, policy, looked_at};
  if (remote.life == Life::Dead)
    return Terminate{}; // U7
  if (auto step = cause_to_die(remote))
    return *step;
  if (auto step = depart_everywhere(view))
    return *step;
  if (auto step = release_storage(view))
    return *step;
  if (auto step = finish_upgrade(view))
    return *step;
  if (auto step = hook_in_hand(view))
    return *step;
  if (remote.resolved != store::Resolved::None)
    return AcceptResolved{true}; // No hook is failing: only the flag goes.
  if (local.config_follows)
    return QueueHook{unit_hook(HookKind::ConfigChanged, remote.config_version)}; // P25, P26
  return remote.life == Life::Alive ? next_alive(view) : next_dying(view);
}

bool is_due_before_tasks(const UnitNotes& local,
                         const UnitSight& remote,
                         store::Milliseconds now,
                         const config::RetryPolicy& policy,
                         LookedAt* looked_at) {
  if (remote.life != Life::Alive || !local.installed)
    return false;
  const View view{local, remote, now, policy, looked_at};
  const bool is_start_due = local.configured && (!local.started || local.boot != remote.boot);
  return is_start_due || keep_books(view) || enter_scopes(view) || relation_created(view)
         || leadership(view) || secret_hook(view);
}

} // namespace orrery::agents

#include "actors/agents/workflow.hpp"

#include "actors/agents/relation_hooks.hpp"

#include <utility>

namespace orrery::agents {
namespace {

using store::Life;
using MaybeNext = std::optional<Next>;

/// Everything a rung of the ladder may look at.
struct View {
  const UnitLocal& local;
  const UnitRemote& remote;
  store::Milliseconds now;
  const config::RetryPolicy& policy;

  /// What was done in a relation; nothing if it is not known.
  [[nodiscard]] const RelationProgress* progress(store::RelationId id) const {
    const auto found = local.relations.find(id);
    return found == local.relations.end() ? nullptr : &found->second;
  }
  [[nodiscard]] bool in_scope(store::RelationId id) const {
    const auto found = remote.relations.find(id);
    return found != remote.relations.end() && found->second.in_scope;
  }
};

Hook unit_hook(HookKind kind, std::uint64_t version = 0) {
  Hook hook;
  hook.kind = kind;
  hook.version = version;
  return hook;
}

MaybeNext cause_to_die(const UnitRemote& remote) {
  if (remote.life != Life::Alive)
    return std::nullopt;
  if (remote.application_life != Life::Alive)
    return BecomeDying{"its application is not alive (U10)"};
  if (remote.subordinate && remote.principal_life != Life::Alive)
    return BecomeDying{"its principal is not alive (B4)"};
  if (remote.subordinate && !remote.kept_by_container)
    return BecomeDying{
      "no relation that is alive ties it to its principal's application any more (B4)"};
  return std::nullopt;
}

/// Whether the hook in hand means nothing any more. One that may be running is never dropped.
bool is_void(const View& view, const Operation& operation) {
  const Hook& hook = operation.hook;
  if (hook.kind == HookKind::Install) // U11: what never ran need not be undone.
    return !operation.tried && view.remote.life != Life::Alive;
  // Only by force is a scope lost with a hook in hand (F1, F3): force goes past failing hooks.
  return is_relation_hook(hook.kind) && !view.in_scope(hook.relation);
}

/// Asked for with the removal of the unit, its application, or the relation that it leaves.
bool is_skipped(const View& view, const Hook& hook) {
  if (!is_teardown(hook.kind))
    return false;
  if (view.remote.skip_failed_hooks && view.remote.life != Life::Alive)
    return true;
  const auto relation = view.remote.relations.find(hook.relation);
  return hook.kind != HookKind::Stop && hook.kind != HookKind::Remove
         && relation != view.remote.relations.end() && relation->second.skip_failed_hooks
         && relation->second.life != Life::Alive;
}

/// The hook in hand has failed: the administrator's word, the next try, or waiting for either (W2,
/// W3).
Next after_failure(const View& view, const Operation& operation) {
  if (is_skipped(view, operation.hook))
    return SkipHook{};
  if (view.remote.resolved != store::Resolved::None)
    return AcceptResolved{view.remote.resolved == store::Resolved::Retry};
  if (operation.attempt >= view.policy.attempts)
    return Idle{};
  if (view.now < operation.next_at)
    return WaitUntil{operation.next_at};
  return RunHook{};
}

/// Nothing else is done while a hook is in hand (W7, U6).
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
  return RunHook{};
}

/// Scopes entered by a predecessor are known again (S10); what is done in a relation whose scope is
/// gone is forgotten. A unit that is Dying and has nothing installed learns nothing: it runs no
/// hook.
MaybeNext keep_books(const View& view) {
  const bool alive = view.remote.life == Life::Alive;
  for (const auto& [id, relation] : view.remote.relations)
    if (relation.in_scope && view.progress(id) == nullptr && (alive || view.local.installed))
      return LearnRelation{id};
  for (const auto& [id, progress] : view.local.relations) {
    const auto found = view.remote.relations.find(id);
    if (found == view.remote.relations.end())
      return ForgetRelation{id};
    const bool enterable = alive && found->second.life == Life::Alive;
    if (!found->second.in_scope && !enterable)
      return ForgetRelation{id};
  }
  return std::nullopt;
}

/// One step out of a relation: hooks first (S6), then the scope. On the implicit juju-info side no
/// hook runs (B7), nor in a unit that was never installed.
Next step_out(const View& view, const RelationRemote& relation) {
  const RelationProgress* progress = view.progress(relation.id);
  if (progress == nullptr || relation.hookless || !view.local.installed)
    return Leave{relation.id};
  if (auto hook = next_relation_hook(*progress, relation, true))
    return QueueHook{std::move(*hook)};
  return Leave{relation.id};
}

/// S11: first it is gone for its counterparts, everywhere at once, even if a hook fails. Where none runs, it leaves as soon.
MaybeNext depart_everywhere(const View& view) {
  const bool is_held_up = view.local.operation && view.local.operation->step != Step::Done;
  if (view.remote.life != Life::Dying || (view.remote.leaves_silently && !is_held_up))
    return std::nullopt;
  for (const auto& [id, relation] : view.remote.relations)
    if (relation.in_scope && !relation.departing && !relation.hookless && view.local.installed)
      return Depart{id};
  return std::nullopt;
}

/// U5, S6: relation by relation, peers last: they are with it as long as it serves others.
MaybeNext step_out_of_all(const View& view) {
  for (const bool peers : {false, true})
    for (const auto& [id, relation] : view.remote.relations)
      if (relation.in_scope && relation.peer == peers)
        return step_out(view, relation);
  return std::nullopt;
}

/// U5, H8: leave all, stop, remove, wait for subordinates, Dead.
Next next_dying(const View& view) {
  const UnitLocal& local = view.local;
  if (auto step = keep_books(view))
    return *step;
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

/// B7: on the implicit juju-info side an ending relation is left at once, whatever the unit is
/// about to do.
MaybeNext leave_hookless(const View& view) {
  for (const auto& [id, relation] : view.remote.relations)
    if (relation.in_scope && relation.hookless && relation.life != Life::Alive)
      return Leave{id};
  return std::nullopt;
}

MaybeNext enter_scopes(const View& view) {
  for (const auto& [id, relation] : view.remote.relations)
    if (relation.life == Life::Alive && !relation.in_scope && !relation.enter_blocked)
      return Enter{id};
  return std::nullopt;
}

MaybeNext relation_created(const View& view) {
  for (const auto& [id, relation] : view.remote.relations) {
    const RelationProgress* progress = view.progress(id);
    if (progress == nullptr || progress->created || !relation.in_scope || relation.hookless
        || relation.life != Life::Alive)
      continue;
    Hook hook = unit_hook(HookKind::RelationCreated);
    hook.relation = id;
    hook.endpoint = progress->endpoint;
    hook.remote_application = progress->remote_application;
    return QueueHook{std::move(hook)};
  }
  return std::nullopt;
}

/// Before it enters any scope: a relation is joined when a leader has entered.
MaybeNext claim_leadership(const View& view) {
  const bool due = !view.remote.leader && view.remote.leadership_free;
  return due ? MaybeNext{Claim{}} : std::nullopt;
}

/// The leader is told once that it leads, the others what it has set: the newest of it, once.
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

/// S6: both departed and broken run in a relation that ends, also if it ended before the unit had
/// started: it is left after start, which waits for nothing but the unit's own hooks (H8).
MaybeNext end_relations(const View& view) {
  for (const auto& [id, relation] : view.remote.relations)
    if (relation.in_scope && relation.life != Life::Alive)
      return step_out(view, relation);
  return std::nullopt;
}

MaybeNext relation_hooks(const View& view) {
  for (const auto& [id, relation] : view.remote.relations) {
    const RelationProgress* progress = view.progress(id);
    if (progress == nullptr || !relation.in_scope || relation.hookless)
      continue;
    if (!relation.members_known)
      return ReadMembers{id};
    if (auto hook = next_relation_hook(*progress, relation, false))
      return QueueHook{std::move(*hook)};
  }
  return std::nullopt;
}

/// Install and what follows it until the unit runs (W1, H8).
MaybeNext come_up(const View& view) {
  const UnitLocal& local = view.local;
  if (!local.installed)
    return QueueHook{unit_hook(HookKind::Install)};
  if (auto step = claim_leadership(view))
    return step;
  if (auto step = enter_scopes(view))
    return step;
  if (auto step = relation_created(view))
    return step;
  if (auto step = leadership(view))
    return step;
  if (!local.configured || local.config_version != view.remote.config_version)
    return QueueHook{unit_hook(HookKind::ConfigChanged, view.remote.config_version)};
  if (!local.started)
    return QueueHook{unit_hook(HookKind::Start)};
  return std::nullopt;
}

Next next_alive(const View& view) {
  if (auto step = keep_books(view))
    return *step;
  if (auto step = leave_hookless(view))
    return *step;
  if (auto step = come_up(view))
    return *step;
  if (auto step = end_relations(view))
    return *step;
  if (auto step = relation_hooks(view))
    return *step;
  return Idle{};
}

} // namespace

bool is_teardown(HookKind kind) {
  return kind == HookKind::Stop || kind == HookKind::Remove || kind == HookKind::RelationDeparted
         || kind == HookKind::RelationBroken;
}

Next next(const UnitLocal& local,
          const UnitRemote& remote,
          store::Milliseconds now,
          const config::RetryPolicy& policy) {
  const View view{local, remote, now, policy};
  if (remote.life == Life::Dead)
    return Terminate{}; // U7
  if (auto step = cause_to_die(remote))
    return *step;
  if (auto step = depart_everywhere(view))
    return *step;
  if (auto step = hook_in_hand(view))
    return *step;
  if (remote.resolved != store::Resolved::None)
    return AcceptResolved{true}; // No hook is failing: only the flag goes.
  return remote.life == Life::Alive ? next_alive(view) : next_dying(view);
}

} // namespace orrery::agents

#include "actors/workflow/relation_steps.hpp"

#include "actors/workflow/relation_hooks.hpp"

#include <utility>

namespace orrery::agents {
namespace {

using store::Life;

/// Returns what the first of these wants that wants anything.
/// @param relations by their numbers; @param wish of one: a MaybeNext
template <class Relations, class Wish>
MaybeNext first_in(const View& view, Rung rung, const Relations& relations, const Wish& wish) {
  if (view.looked_at != nullptr)
    return view.looked_at->first(rung, relations, wish);
  return LookedAt{}.first(rung, relations, wish);
}

/// Returns what the first of the unit's relations wants that wants anything.
template <class Wish>
MaybeNext first(const View& view, Rung rung, const Wish& wish) {
  return first_in(
    view, rung, view.remote.relations,
    [&](store::RelationId, const SeenRelation& relation) -> MaybeNext { return wish(relation); });
}

/// One step out of a relation: hooks first (S6), then the scope. On the implicit juju-info side no
/// hook runs (B7), nor in a unit that was never installed.
Next step_out(const View& view, const SeenRelation& relation) {
  const RelationProgress* progress = view.progress(relation.id);
  if (progress == nullptr || relation.hookless || !view.local.installed)
    return Leave{relation.id};
  if (auto hook = next_relation_hook(*progress, relation, true))
    return QueueHook{std::move(*hook)};
  return Leave{relation.id};
}

} // namespace

MaybeNext keep_books(const View& view) {
  const bool alive = view.remote.life == Life::Alive;
  auto known_again = first(view, Rung::Learn, [&](const SeenRelation& relation) {
    const bool is_new = relation.in_scope && view.progress(relation.id) == nullptr;
    return is_new && (alive || view.local.installed) ? MaybeNext{LearnRelation{relation.id}}
                                                     : std::nullopt;
  });
  if (known_again)
    return known_again;
  return first_in(view, Rung::Forget, view.local.relations,
                  [&](store::RelationId id, const RelationProgress&) {
                    const auto found = view.remote.relations.find(id);
                    const bool is_there = found != view.remote.relations.end();
                    const bool enterable = is_there && alive && found->second.life == Life::Alive;
                    const bool has_place = is_there && (found->second.in_scope || enterable);
                    return has_place ? std::nullopt : MaybeNext{ForgetRelation{id}};
                  });
}

MaybeNext depart_everywhere(const View& view) {
  const bool has_hook = view.local.operation && view.local.operation->step != Step::Done;
  const bool is_held_up = has_hook || is_upgrading(view.local);
  if (view.remote.life != Life::Dying || (view.remote.leaves_silently && !is_held_up))
    return std::nullopt;
  return first(view, Rung::Depart, [&](const SeenRelation& relation) {
    const bool is_seen = relation.in_scope && !relation.departing && !relation.hookless;
    return is_seen && view.local.installed ? MaybeNext{Depart{relation.id}} : std::nullopt;
  });
}

MaybeNext step_out_of_all(const View& view) {
  const auto out_of = [&](bool peers) {
    return first(
      view, peers ? Rung::StepOutOfPeers : Rung::StepOut, [&](const SeenRelation& relation) {
        return relation.in_scope && relation.peer == peers ? MaybeNext{step_out(view, relation)}
                                                           : std::nullopt;
      });
  };
  auto step = out_of(false);
  return step ? step : out_of(true);
}

MaybeNext leave_hookless(const View& view) {
  return first(view, Rung::LeaveHookless, [](const SeenRelation& relation) {
    const bool is_over = relation.in_scope && relation.hookless && relation.life != Life::Alive;
    return is_over ? MaybeNext{Leave{relation.id}} : std::nullopt;
  });
}

MaybeNext enter_scopes(const View& view) {
  return first(view, Rung::Enter, [](const SeenRelation& relation) {
    const bool is_open =
      relation.life == Life::Alive && !relation.enter_blocked && !relation.awaits_upgrade; // P43
    return is_open && !relation.in_scope ? MaybeNext{Enter{relation.id}} : std::nullopt;
  });
}

MaybeNext relation_created(const View& view) {
  return first(view, Rung::Created, [&](const SeenRelation& relation) -> MaybeNext {
    const RelationProgress* progress = view.progress(relation.id);
    if (progress == nullptr || progress->created || !relation.in_scope || relation.hookless
        || relation.life != Life::Alive)
      return std::nullopt;
    Hook hook;
    hook.kind = HookKind::RelationCreated;
    hook.relation = relation.id;
    hook.endpoint = progress->endpoint;
    hook.remote_application = progress->remote_application;
    return QueueHook{std::move(hook)};
  });
}

MaybeNext end_relations(const View& view) {
  return first(view, Rung::End, [&](const SeenRelation& relation) {
    const bool ends = relation.in_scope && relation.life != Life::Alive;
    return ends ? MaybeNext{step_out(view, relation)} : std::nullopt;
  });
}

MaybeNext relation_hooks(const View& view) {
  return first(view, Rung::Hooks, [&](const SeenRelation& relation) -> MaybeNext {
    const RelationProgress* progress = view.progress(relation.id);
    if (progress == nullptr || !relation.in_scope || relation.hookless)
      return std::nullopt;
    if (!relation.members_known)
      return ReadMembers{relation.id};
    if (auto hook = next_relation_hook(*progress, relation, false))
      return QueueHook{std::move(*hook)};
    return std::nullopt;
  });
}

} // namespace orrery::agents

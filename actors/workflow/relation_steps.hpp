#pragma once

#include "actors/workflow/workflow.hpp"

#include <optional>

/// Wishes of a unit's relations to its agent: the rungs of its ladder that are about them.
namespace orrery::agents {

using MaybeNext = std::optional<Next>;

/// Everything a rung of the ladder may look at.
struct View {
  const UnitNotes& local;
  const UnitSight& remote;
  store::Milliseconds now;
  const config::RetryPolicy& policy;
  LookedAt* looked_at; ///< Null: nothing is known to have been looked at.

  /// Finds what was done in a relation; nothing if it is not known.
  [[nodiscard]] const RelationProgress* progress(store::RelationId id) const {
    const auto found = local.relations.find(id);
    return found == local.relations.end() ? nullptr : &found->second;
  }
  [[nodiscard]] bool in_scope(store::RelationId id) const {
    const auto found = remote.relations.find(id);
    return found != remote.relations.end() && found->second.in_scope;
  }
};

/// Scopes entered by a predecessor are known again (S10); what is done in a relation whose scope is
/// gone is forgotten. A unit that is Dying and has nothing installed learns nothing: it runs no
/// hook.
[[nodiscard]] MaybeNext keep_books(const View& view);
/// S11: first it is gone for its counterparts, everywhere at once, even if a hook fails. Where none
/// runs, it leaves as soon.
[[nodiscard]] MaybeNext depart_everywhere(const View& view);
/// U5, S6: relation by relation, peers last: they are with it as long as it serves others.
[[nodiscard]] MaybeNext step_out_of_all(const View& view);
/// B7: on the implicit juju-info side an ending relation is left at once, whatever the unit is
/// about to do.
[[nodiscard]] MaybeNext leave_hookless(const View& view);
[[nodiscard]] MaybeNext enter_scopes(const View& view);
[[nodiscard]] MaybeNext relation_created(const View& view);
/// Leaves each relation that ends, once its hooks have run (R8). Both departed and broken run (S6),
/// also if the relation ended before the unit had started: it is left after start, which waits for
/// nothing but the unit's own hooks (H8).
[[nodiscard]] MaybeNext end_relations(const View& view);
/// Members are read, and met hook by hook.
[[nodiscard]] MaybeNext relation_hooks(const View& view);

} // namespace orrery::agents

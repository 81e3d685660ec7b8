#pragma once

#include "actors/workflow/workflow.hpp"

#include <optional>

/// Which hook a relation wants next: a pure function of what was done in it and what it shows.
namespace orrery::agents {

/// The first that holds: the pending `changed` (H1); a member that is gone:
/// `departed` (H3); the relation ends for this unit: `broken` (S6); the application's bag has
/// changed; a new member: `joined`; a member's settings have changed: `changed` (H2, H4). Members
/// are taken in the order of their names (W7).
///
/// @param ending the unit or the relation is not Alive: then it counts as without members.
/// @returns nothing if no hook is due, or all is over: `broken` has run.
/// @pre `remote.members_known`, unless `ending`.
[[nodiscard]] std::optional<Hook>
next_relation_hook(const RelationProgress& progress, const SeenRelation& remote, bool ending);

} // namespace orrery::agents

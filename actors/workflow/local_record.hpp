#pragma once

#include "actors/workflow/local.hpp"

/// What of a unit lies under which key of the agents' store; the keys' grammar stands in
/// local_record.cpp.
namespace orrery::agents {

/// The unit's own record.
[[nodiscard]] store::Change core_change(const UnitLocal& local);
/// A relation's record.  @pre it is known.
[[nodiscard]] store::Change relation_change(const UnitLocal& local, store::RelationId id);
/// A member's version; its deletion if it is no member (any more).  @pre the relation is known.
[[nodiscard]] store::Change
member_change(const UnitLocal& local, store::RelationId id, const std::string& member);
/// A relation and all its members go.  @pre it is known.
[[nodiscard]] Writes relation_deletions(const UnitLocal& local, store::RelationId id);

} // namespace orrery::agents

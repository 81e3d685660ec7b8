#pragma once

#include "actors/workflow/unit_notes.hpp"

/// Records of a unit's notes, and their keys in the agents' store; the keys' grammar stands in
/// unit_notes_record.cpp.
namespace orrery::agents {

/// The unit's own record.
[[nodiscard]] store::Change core_change(const UnitNotes& local);
/// A relation's record.  @pre it is known.
[[nodiscard]] store::Change relation_change(const UnitNotes& local, store::RelationId id);
/// A member's version; its deletion if it is no member (any more).  @pre the relation is known.
[[nodiscard]] store::Change
member_change(const UnitNotes& local, store::RelationId id, const std::string& member);
/// A storage that is attached; its deletion if it is not (any more).
[[nodiscard]] store::Change storage_change(const UnitNotes& local, const std::string& storage);
/// A relation and all its members go.  @pre it is known.
[[nodiscard]] NoteChanges relation_deletions(const UnitNotes& local, store::RelationId id);

} // namespace orrery::agents

#pragma once

#include "actors/workflow/relation_steps.hpp"

#include <string>

/// When a unit gets the files of its application's newest charm: the rungs of its ladder that are
/// about them.
namespace orrery::agents {

/// Charm::url of the files that are in place.
[[nodiscard]] const std::string& files_of(const UnitNotes& local, const UnitSight& remote);
/// Application::charm_changes that upgrade-charm has been told of, or is about to be (RS5).
[[nodiscard]] std::uint32_t changes_told(const UnitNotes& local, const UnitSight& remote);
/// Whether the application has another charm than the one whose files are in place, or other bytes
/// of a resource than upgrade-charm has been told of (RS5).
[[nodiscard]] bool is_behind(const UnitNotes& local, const UnitSight& remote);

/// Begins an upgrade where the unit is behind (P24, P37, RS5).
[[nodiscard]] MaybeNext upgrade_if_behind(const View& view);
/// Begins one likewise in a unit whose hook has failed, where that need not pass first (P31): not
/// for a resource alone (RS5).
[[nodiscard]] MaybeNext upgrade_past_failure(const View& view, const Operation& failed);
/// Takes an upgrade that has begun to its end, in whatever life of the unit (P38), and to the
/// newest charm that there is by now (P36, P44, D2); waits in a conflict (P30).
[[nodiscard]] MaybeNext finish_upgrade(const View& view);

} // namespace orrery::agents

#include "actors/foretell/sight_of_states.hpp"

#include "actors/rules/ties.hpp"

#include <algorithm>
#include <vector>

namespace orrery::foretell {

namespace {

using agents::SeenRelation;
using agents::UnitSight;
using store::Life;

/// B6.
bool has_place(const rules::States& states,
               const rules::UnitState& unit,
               const store::Relation& relation) {
  const store::RelationEnd* other = rules::counterpart_of(relation, unit.record.application);
  if (other == nullptr)
    return false;
  const auto application = states.applications.find(other->application);
  const bool other_is_subordinate =
    application != states.applications.end() && application->second.record.subordinate;
  return *rules::has_place(
    relation, {unit.record.application, unit.record.principal, unit.scopes.contains(relation.id)},
    other_is_subordinate);
}

void see_application(const rules::States& states, const rules::UnitState& unit, UnitSight& remote) {
  const auto found = states.applications.find(unit.record.application);
  if (found == states.applications.end()) {
    remote.application_life = Life::Dead;
    return;
  }
  const rules::ApplicationState& application = found->second;
  remote.application_life = application.record.life;
  remote.application_charm = application.record.charm;
  remote.application_charm_changes = application.record.charm_changes;
  remote.force_units = application.record.force_units;
  remote.config_version = application.record.config_version;
  remote.skip_failed_hooks |= application.record.skip_failed_hooks;
  remote.leader = application.record.leader == unit.record.name;
  remote.leadership_free = application.record.leader.empty();
  remote.leader_settings_version = application.leader_settings.version;
  for (const auto& [id, made] : application.relations) {
    const auto state = states.relations.find(id);
    if (state == states.relations.end() || !has_place(states, unit, made))
      continue;
    SeenRelation seen = agents::first_sight(made, unit.record.application);
    seen.life = state->second.record.life;
    seen.skip_failed_hooks = state->second.record.skip_failed_hooks;
    seen.in_scope = unit.scopes.contains(id);
    const auto member = state->second.members.find(unit.record.name);
    seen.departing = member != state->second.members.end() && member->second.departing;
    seen.members_known = true;
    remote.relations.emplace(id, std::move(seen));
  }
}

/// B4.
void see_principal(const rules::States& states, const rules::UnitState& unit, UnitSight& remote) {
  remote.subordinate = !unit.record.principal.empty();
  if (!remote.subordinate)
    return;
  const auto principal = states.units.find(unit.record.principal);
  remote.principal_life =
    principal == states.units.end() ? Life::Dead : principal->second.record.life;
  remote.kept_by_container = agents::is_kept_by_container(remote, unit.record.principal);
}

/// A foretold agent makes every place at the first try.
void see_storage(const rules::UnitState& unit, UnitSight& remote) {
  std::vector<protocol::StorageSeen> seen;
  for (const auto& [key, held] : unit.storages())
    seen.push_back({held.storage, held.attachment});
  agents::take_over(remote.storages, remote.places_behind, seen);
}

} // namespace

UnitSight sight_of(const rules::States& states, const rules::UnitState& unit) {
  UnitSight remote;
  remote.life = unit.record.life;
  remote.resolved = unit.record.resolved;
  remote.charm = unit.record.charm;
  remote.charm_changes = unit.record.charm_changes;
  remote.skip_failed_hooks = unit.record.skip_failed_hooks;
  remote.subordinates = unit.subordinates.size();
  see_application(states, unit, remote);
  see_principal(states, unit, remote);
  see_storage(unit, remote);
  return remote;
}

} // namespace orrery::foretell

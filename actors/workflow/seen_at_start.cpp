#include "actors/workflow/seen_at_start.hpp"

#include "actors/rules/relation.hpp"
#include "actors/rules/ties.hpp"
#include "actors/workflow/resting.hpp"

#include <algorithm>

namespace orrery::agents {

using store::Role;

SeenAtStart::SeenAtStart(const store::Contents& contents) : contents_(contents) {
  for (const auto& [id, relation] : contents.relations)
    for (const store::RelationEnd& end : relation.ends)
      relations_[end.application].push_back(&relation);
  for (const auto& [key, scope] : contents.scopes)
    sides_[key.first][{scope.role, scope.container}].push_back(&scope);
  for (const auto& [name, unit] : contents.units)
    if (!unit.principal.empty())
      ++subordinates_[unit.principal];
  for (const auto& [id, task] : contents.tasks)
    if (!task.unit.empty())
      tasks_[task.unit].push_back({id, task.operation, task.status});
  for (const auto& [key, hook] : contents.secret_hooks)
    if (!hook.who.empty())
      secret_hooks_[hook.who].push_back({hook, {}});
  gather_storages();
}

/// Each unit's in the order of ids, which take_over() does not need.
void SeenAtStart::gather_storages() {
  for (const auto& [id, attachment] : contents_.attachments)
    if (const auto storage = contents_.storages.find(id); storage != contents_.storages.end())
      storages_[attachment.unit].push_back({storage->second, attachment});
}

std::optional<UnitSight> SeenAtStart::by(const store::Unit& unit) const {
  UnitSight remote;
  remote.life = unit.life;
  remote.resolved = unit.resolved;
  remote.charm = unit.charm;
  remote.charm_changes = unit.charm_changes;
  remote.skip_failed_hooks = unit.skip_failed_hooks;
  remote.subordinates = subordinates_of(unit.name);
  if (const auto tasks = tasks_.find(unit.name); tasks != tasks_.end())
    remote.tasks = tasks->second;
  if (const auto storages = storages_.find(unit.name); storages != storages_.end())
    take_over(remote.storages, remote.places_behind, storages->second);
  see_application(unit, remote);
  std::size_t members = 0;
  if (const auto found = relations_.find(unit.application); found != relations_.end())
    for (const store::Relation* relation : found->second)
      if (has_place(unit, *relation) && !see_relation(unit, *relation, remote, members))
        return std::nullopt;
  see_principal(unit, remote);
  see_secrets(unit.name, remote);
  if (remote.leader)
    see_secrets(unit.application, remote);
  return remote;
}

void SeenAtStart::see_secrets(const std::string& who, UnitSight& remote) const {
  if (const auto found = secret_hooks_.find(who); found != secret_hooks_.end())
    remote.secret_hooks.insert(remote.secret_hooks.end(), found->second.begin(),
                               found->second.end());
}

std::size_t SeenAtStart::subordinates_of(const std::string& principal) const {
  const auto found = subordinates_.find(principal);
  return found == subordinates_.end() ? 0 : found->second;
}

void SeenAtStart::see_application(const store::Unit& unit, UnitSight& remote) const {
  const auto found = contents_.applications.find(unit.application);
  if (found == contents_.applications.end()) {
    remote.application_life = store::Life::Dead;
    return;
  }
  const store::Application& application = found->second;
  remote.application_life = application.life;
  remote.application_charm = remote.charm_at_failure = application.charm;
  remote.application_charm_changes = application.charm_changes;
  remote.force_units = application.force_units;
  remote.config_version = application.config_version;
  remote.skip_failed_hooks |= application.skip_failed_hooks;
  remote.leader = application.leader == unit.name;
  remote.leadership_free = application.leader.empty();
  if (const auto set = contents_.leader_settings.find(unit.application);
      set != contents_.leader_settings.end())
    remote.leader_settings_version = set->second.version;
}

/// B4.
void SeenAtStart::see_principal(const store::Unit& unit, UnitSight& remote) const {
  remote.subordinate = !unit.principal.empty();
  if (!remote.subordinate)
    return;
  const auto principal = contents_.units.find(unit.principal);
  remote.principal_life =
    principal == contents_.units.end() ? store::Life::Dead : principal->second.life;
  remote.kept_by_container = is_kept_by_container(remote, unit.principal);
}

/// B6.
bool SeenAtStart::has_place(const store::Unit& unit, const store::Relation& relation) const {
  const store::RelationEnd* other = rules::counterpart_of(relation, unit.application);
  if (other == nullptr)
    return false;
  const auto found = contents_.applications.find(other->application);
  const bool other_is_subordinate =
    found != contents_.applications.end() && found->second.subordinate;
  return *rules::has_place(
    relation,
    {unit.application, unit.principal, contents_.scopes.contains({relation.id, unit.name})},
    other_is_subordinate);
}

bool SeenAtStart::see_relation(const store::Unit& unit,
                               const store::Relation& relation,
                               UnitSight& remote,
                               std::size_t& members) const {
  SeenRelation seen = first_sight(relation, unit.application);
  seen.life = relation.life;
  seen.skip_failed_hooks = relation.skip_failed_hooks;
  seen.members_known = true;
  seen.application_version = bag_version(relation.id, seen.remote_application);
  bool few = true;
  if (const auto scope = contents_.scopes.find({relation.id, unit.name});
      scope != contents_.scopes.end()) {
    seen.in_scope = true;
    seen.departing = scope->second.departing;
    few = see_members(relation, scope->second, seen, members);
  }
  remote.relations.emplace(relation.id, std::move(seen));
  return few;
}

/// S2, S3, S11, as a relation shows them.
bool SeenAtStart::see_members(const store::Relation& relation,
                              const store::Scope& own,
                              SeenRelation& seen,
                              std::size_t& members) const {
  const Sides& sides = sides_.at(relation.id);
  for (const Role role : {Role::Requirer, Role::Provider, Role::Peer}) {
    const auto side = sides.find({role, own.container});
    if (side == sides.end()
        || !rules::observes(relation, {own.role, own.container}, {role, own.container}))
      continue;
    members += side->second.size();
    if (members > most_members_at_rest + 1) // it may be one of them itself
      return false;
    for (const store::Scope* other : side->second)
      if (other->unit != own.unit && !other->departing)
        seen.members[other->unit] = bag_version(relation.id, other->unit);
  }
  return true;
}

std::uint64_t SeenAtStart::bag_version(store::RelationId id, const std::string& owner) const {
  const auto bag = contents_.bags.find({id, owner});
  return bag == contents_.bags.end() ? 0 : bag->second.version;
}

} // namespace orrery::agents

#include "store/violations.hpp"

#include <unordered_map>

namespace orrery::store {

namespace {

std::string canonical_key(const Relation& relation) {
  std::string key;
  for (const RelationEnd& end : relation.ends) {
    if (!key.empty())
      key += ' ';
    key.append(end.application).append(":").append(end.endpoint);
  }
  return key;
}

/// One peer, or a requirer and a provider in this order (R1).
bool has_fitting_ends(const Relation& relation) {
  const auto& ends = relation.ends;
  if (ends.size() == 1)
    return ends[0].role == Role::Peer;
  return ends.size() == 2 && ends[0].role == Role::Requirer && ends[1].role == Role::Provider;
}

void check_ends(const Contents& contents, const Relation& relation, Violations& violations) {
  if (!has_fitting_ends(relation))
    violations.say(name_of(relation), " has ", relation.ends.size(),
                   " ends that are neither one peer nor a requirer and a provider (R1)");
  if (const auto key = canonical_key(relation); key != relation.key)
    violations.say(name_of(relation), " has the ends ", key, " (R1)");
  for (std::size_t i = 0; i < relation.ends.size(); ++i) {
    const auto& name = relation.ends[i].application;
    const bool said = i > 0 && name == relation.ends[0].application;
    if (!said && !contents.applications.contains(name))
      violations.say(name_of(relation), " names application ", name, ", which does not exist");
  }
}

/// A unit is in scope for an end of its own application, in that end's role (S2).
void check_role(const Relation& relation,
                const Scope& scope,
                const std::string& place,
                Violations& violations) {
  const auto application = application_of(scope.unit);
  for (const RelationEnd& end : relation.ends)
    if (end.application == application && end.role == scope.role)
      return;
  violations.say(place, " is for an end that ", application, " has not there");
}

/// Which principal's scope a record is in (S3, B6).
void check_container(const Contents& contents,
                     const Relation& relation,
                     const Scope& scope,
                     const std::string& place,
                     Violations& violations) {
  if (relation.scope == ScopeKind::Global) {
    if (!scope.container.empty())
      violations.say(place, " names container ", scope.container, ", but the relation is global");
    return;
  }
  const auto unit = contents.units.find(scope.unit);
  const auto principal = contents.units.find(scope.container);
  if (principal == contents.units.end())
    violations.say(place, " names container '", scope.container, "', which does not exist");
  else if (!principal->second.principal.empty())
    violations.say(place, " names container ", scope.container, ", which is subordinate to ",
                   principal->second.principal);
  else if (unit != contents.units.end() && scope.container != scope.unit
           && scope.container != unit->second.principal)
    violations.say(place, " names container ", scope.container,
                   ", which is neither the unit nor its principal");
}

void check_scope(const Contents& contents, const Scope& scope, Violations& violations) {
  const std::string place =
    "scope of unit " + scope.unit + " in relation " + std::to_string(scope.relation);
  const auto relation = contents.relations.find(scope.relation);
  if (relation == contents.relations.end())
    return violations.say(place, ": the relation does not exist");
  if (!contents.units.contains(scope.unit))
    violations.say(place, ": the unit does not exist");
  const auto bag = contents.bags.find({scope.relation, scope.unit});
  if (bag == contents.bags.end())
    violations.say(place, " has no settings (S1)");
  else if (!bag->second.container.empty() && bag->second.container != scope.container)
    violations.say(place, " names container '", scope.container, "', but its settings name ",
                   bag->second.container, " (S3)");
  check_role(relation->second, scope, place, violations);
  check_container(contents, relation->second, scope, place, violations);
}

} // namespace

void check_relations(const Contents& contents, Violations& violations) {
  std::unordered_map<std::string, RelationId> holders;
  for (const auto& [id, relation] : contents.relations) {
    check_ends(contents, relation, violations);
    if (const auto [holder, first] = holders.emplace(relation.key, id); !first)
      violations.say("relations ", holder->second, " and ", id, " have the same key ", relation.key,
                     " (R3)");
    if (contents.cleanups.contains(id))
      violations.say(name_of(relation), " exists, but is under cleanup (C2)");
  }
  for (const auto& [key, scope] : contents.scopes)
    check_scope(contents, scope, violations);
  for (const auto& [key, bag] : contents.bags)
    if (!contents.relations.contains(bag.relation) && !contents.cleanups.contains(bag.relation))
      violations.say("settings of ", bag.owner, " in relation ", bag.relation,
                     ": the relation neither exists nor is under cleanup (C1)");
}

} // namespace orrery::store

#include "store/violations.hpp"

#include <unordered_set>

namespace orrery::store {

namespace {

bool holds_scope(const Contents& contents, RelationId relation) {
  const auto first = contents.scopes.lower_bound({relation, std::string()});
  return first != contents.scopes.end() && first->first.first == relation;
}

void check_relation(const Contents& contents, const Relation& relation, Violations& violations) {
  if (relation.life == Life::Dead)
    violations.say(name_of(relation), " is stored dead: it should have been removed");
  if (relation.life == Life::Dying && !holds_scope(contents, relation.id))
    violations.say(name_of(relation),
                   " is dying with 0 scope records: it should have been removed");
  if (relation.life != Life::Alive)
    return;
  for (const RelationEnd& end : relation.ends) {
    const auto application = contents.applications.find(end.application);
    if (application != contents.applications.end() && application->second.life != Life::Alive)
      violations.say(name_of(relation), " is alive, but application ", end.application, " is ",
                     to_string(application->second.life));
  }
}

/// Nothing is set Dead while something refers to it: a unit's subordinate, a machine's unit (L5,
/// U4). A scope that a Dead unit is left in is none: its removal clears that out.
void check_dead(const Contents& contents, Violations& violations) {
  for (const auto& [name, unit] : contents.units) {
    const auto principal = contents.units.find(unit.principal);
    if (principal != contents.units.end() && principal->second.life == Life::Dead)
      violations.say("unit ", unit.principal, " is dead, but has subordinate ", name, " (U4)");
    const auto machine = contents.machines.find(unit.machine);
    if (unit.assigned && unit.principal.empty() && machine != contents.machines.end()
        && machine->second.life == Life::Dead)
      violations.say("machine ", unit.machine, " is dead, but has unit ", name, " (L5)");
  }
}

} // namespace

void check_lives(const Contents& contents, Violations& violations) {
  std::unordered_set<std::string> held; // applications that something refers to
  for (const auto& [name, unit] : contents.units)
    held.insert(unit.application);
  for (const auto& [id, relation] : contents.relations) {
    for (const RelationEnd& end : relation.ends)
      held.insert(end.application);
    check_relation(contents, relation, violations);
  }
  check_dead(contents, violations);
  for (const auto& [name, application] : contents.applications) {
    if (application.life == Life::Dead)
      violations.say("application ", name, " is stored dead: it should have been removed");
    if (application.life == Life::Dying && !held.contains(name))
      violations.say("application ", name,
                     " is dying with 0 units and 0 relations: it should have been removed");
  }
}

} // namespace orrery::store

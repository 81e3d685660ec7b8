#include "store/violations.hpp"

namespace orrery::store {

namespace {

void check_unit(const Contents& contents, const Unit& unit, Violations& violations) {
  if (unit.application != application_of(unit.name))
    violations.say("unit ", unit.name, " says that it is of application ", unit.application);
  else if (!contents.applications.contains(unit.application))
    violations.say("unit ", unit.name, " is of application ", unit.application,
                   ", which does not exist");
  if (unit.assigned && !contents.machines.contains(unit.machine))
    violations.say("unit ", unit.name, " is assigned to machine ", unit.machine,
                   ", which does not exist");
  if (!unit.principal.empty() && !contents.units.contains(unit.principal))
    violations.say("unit ", unit.name, " is subordinate to ", unit.principal,
                   ", which does not exist");
  if (!contents.statuses.contains(unit.name))
    violations.say("unit ", unit.name, " has no status (W5)");
  if (!contents.charms.contains(unit.charm))
    violations.say("unit ", unit.name, " has charm '", unit.charm, "', which does not exist");
}

void check_application(const Contents& contents,
                       const Application& application,
                       Violations& violations) {
  if (!contents.charms.contains(application.charm))
    violations.say("application ", application.name, " has charm '", application.charm,
                   "', which does not exist");
  if (application.leader.empty())
    return;
  const auto leader = contents.units.find(application.leader);
  if (leader == contents.units.end())
    violations.say("application ", application.name, " is led by ", application.leader,
                   ", which does not exist");
  else if (leader->second.application != application.name)
    violations.say("application ", application.name, " is led by ", application.leader,
                   ", which is of application ", leader->second.application);
}

bool exists(const Contents& contents, const Force& force) {
  switch (force.target) {
  case EntityKind::Machine:
    return contents.machines.contains(force.id);
  case EntityKind::Unit:
    return contents.units.contains(force.name);
  case EntityKind::Application:
    return contents.applications.contains(force.name);
  case EntityKind::Relation:
    return contents.relations.contains(force.id);
  }
  return false;
}

} // namespace

/// L5: whatever a record refers to is there.
void check_references(const Contents& contents, Violations& violations) {
  for (const auto& [name, unit] : contents.units)
    check_unit(contents, unit, violations);
  for (const auto& [unit, status] : contents.statuses)
    if (!contents.units.contains(unit))
      violations.say("there is a status of unit ", unit, ", which does not exist");
  for (const auto& [unit, state] : contents.charm_states)
    if (!contents.units.contains(unit))
      violations.say("there is what hooks keep of unit ", unit, ", which does not exist");
  for (const auto& [owner, resources] : contents.resources)
    if (!contents.units.contains(owner) && !contents.applications.contains(owner))
      violations.say("there are resources of ", owner, ", which does not exist");
  for (const auto& [name, application] : contents.applications)
    check_application(contents, application, violations);
  for (const auto& [application, config] : contents.configs)
    if (!contents.applications.contains(application))
      violations.say("there are settings of application ", application, ", which does not exist");
  for (const auto& [application, settings] : contents.leader_settings)
    if (!contents.applications.contains(application))
      violations.say("there are a leader's settings of application ", application,
                     ", which does not exist");
  for (const auto& [key, force] : contents.forces)
    if (!exists(contents, force))
      violations.say("force is to remove ", key.substr(1), ", which does not exist");
}

} // namespace orrery::store

#include "actors/rules/duties.hpp"

#include "actors/rules/machine.hpp"
#include "actors/rules/relation.hpp"
#include "actors/rules/ties.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace orrery::rules {

namespace {

using store::Life;

bool agent_works(const UnitState& unit) {
  const std::string agent = unit.status.unpack().agent.value;
  return agent != "failed" && agent != "lost";
}

/// Whether what deploys units is there: the machine has an instance or will not need one, and a
/// subordinate's principal has an agent.
bool has_host(const States& states, const UnitState& unit) {
  const auto machine = states.machines.find(unit.record.machine);
  if (!unit.record.assigned || machine == states.machines.end()
      || machine->second.record.life == Life::Dead || machine->second.record.instance.empty())
    return false;
  if (unit.record.principal.empty())
    return true;
  const auto principal = states.units.find(unit.record.principal);
  return principal != states.units.end() && agent_works(principal->second);
}

/// Relations of the unit's application, as they are now.
std::vector<const RelationState*> relations_of(const States& states, const UnitState& unit) {
  std::vector<const RelationState*> all;
  const auto application = states.applications.find(unit.record.application);
  if (application == states.applications.end())
    return all;
  for (const auto& [id, made] : application->second.relations)
    if (const auto relation = states.relations.find(id); relation != states.relations.end())
      all.push_back(&relation->second);
  return all;
}

/// B4: another Alive container relation to the principal's application keeps a subordinate.
bool kept_by_container(const States& states, const UnitState& unit) {
  const auto all = relations_of(states, unit);
  return std::any_of(all.begin(), all.end(), [&](const RelationState* relation) {
    const store::RelationEnd* other = counterpart_of(relation->record, unit.record.application);
    return other != nullptr
           && keeps_subordinate({relation->record.life,
                                 relation->record.scope == store::ScopeKind::Container,
                                 other->application},
                                unit.record.principal);
  });
}

/// Why an Alive unit's agent sets it Dying; empty if it does not.
std::string_view cause_to_die(const States& states, const UnitState& unit) {
  Dependence dependence;
  const auto application = states.applications.find(unit.record.application);
  dependence.application =
    application == states.applications.end() ? Life::Dead : application->second.record.life;
  dependence.subordinate = !unit.record.principal.empty();
  if (dependence.subordinate) {
    const auto principal = states.units.find(unit.record.principal);
    dependence.principal =
      principal == states.units.end() ? Life::Dead : principal->second.record.life;
    dependence.kept_by_container = kept_by_container(states, unit);
  }
  return rules::cause_to_die(dependence);
}

bool is_hookless(const store::Relation& relation, const std::string& application) {
  const store::RelationEnd* own = end_of(relation, application);
  return own != nullptr && rules::is_hookless(own->endpoint, own->role);
}

store::Settings first_settings(const States& states, const UnitState& unit) {
  const auto machine = states.machines.find(unit.record.machine);
  return rules::first_settings(machine == states.machines.end() ? ""
                                                                : machine->second.record.address);
}

} // namespace

bool has_place(const States& states, const UnitState& unit, const store::Relation& relation) {
  const store::RelationEnd* other = counterpart_of(relation, unit.record.application);
  if (other == nullptr)
    return false;
  const auto application = states.applications.find(other->application);
  const bool other_is_subordinate =
    application != states.applications.end() && application->second.record.subordinate;
  return *has_place(
    relation, {unit.record.application, unit.record.principal, unit.scopes.contains(relation.id)},
    other_is_subordinate);
}

namespace {

bool leads(const States& states, const UnitState& unit) {
  const auto application = states.applications.find(unit.record.application);
  return application != states.applications.end()
         && application->second.record.leader == unit.record.name;
}

/// What a running unit asks: its new scopes, the leadership, and to leave what ends (S1, S6).
void alive_duties(const States& states, const UnitState& unit, Commands& commands) {
  const std::string& name = unit.record.name;
  const auto all = relations_of(states, unit);
  for (const RelationState* relation : all)
    if (relation->record.life == Life::Alive && !unit.scopes.contains(relation->record.id)
        && has_place(states, unit, relation->record))
      commands.emplace_back(protocol::EnterScope{
        name, relation->record.id, first_settings(states, unit), leads(states, unit)});
  if (const auto application = states.applications.find(unit.record.application);
      application != states.applications.end() && application->second.record.leader.empty())
    commands.emplace_back(protocol::ClaimLeadership{unit.record.application, name});
  for (const RelationState* relation : all)
    if (relation->record.life != Life::Alive && unit.scopes.contains(relation->record.id))
      commands.emplace_back(protocol::LeaveScope{name, relation->record.id});
}

/// S11: gone for its counterparts everywhere, even while a hook is failing.
void depart_duties(const States& states, const UnitState& unit, Commands& commands) {
  const std::string& name = unit.record.name;
  for (const RelationState* relation : relations_of(states, unit))
    if (const auto member = relation->members.find(name);
        member != relation->members.end() && !member->second.departing
        && !is_hookless(relation->record, unit.record.application))
      commands.emplace_back(protocol::DepartScope{name, relation->record.id});
}

/// U5: out of every scope, peers last, then Dead.
void dying_duties(const States& states, const UnitState& unit, Commands& commands) {
  const std::string& name = unit.record.name;
  const auto all = relations_of(states, unit);
  for (const bool peer : {false, true})
    for (const RelationState* relation : all)
      if (relation->members.contains(name) && (relation->record.ends.size() == 1) == peer)
        commands.emplace_back(protocol::LeaveScope{name, relation->record.id});
  if (unit.scopes.empty() && unit.subordinates.empty())
    commands.emplace_back(protocol::SetUnitDead{name});
}

/// What the unit's own agent asks, in the order of its workflow: a cause to die comes before a
/// failing hook, and so does being gone for others (S11); everything else waits for that.
void agent_duties(const States& states, const UnitState& unit, Commands& commands) {
  const std::string& name = unit.record.name;
  if (unit.record.life == Life::Alive) {
    if (const auto why = cause_to_die(states, unit); !why.empty()) {
      commands.emplace_back(protocol::SetUnitDying{name, std::string(why)});
      return;
    }
  } else if (const auto application = states.applications.find(unit.record.application);
             application != states.applications.end()
             && application->second.record.leader == name) {
    commands.emplace_back(protocol::ResignLeadership{unit.record.application, name});
  }
  if (unit.record.life == Life::Dying)
    depart_duties(states, unit, commands);
  if (!unit_stuck(states, unit).empty())
    return;
  if (!unit.status.unpack().error.hook.empty()) {
    protocol::ReportUnit mended;
    mended.unit = name;
    mended.error = store::HookError{};
    commands.emplace_back(std::move(mended));
  }
  if (unit.record.resolved != store::Resolved::None)
    commands.emplace_back(protocol::ClearResolved{name}); // W3
  if (unit.record.life == Life::Alive)
    alive_duties(states, unit, commands);
  else
    dying_duties(states, unit, commands);
}

/// What its machine's agent asks for a principal that has none: no agent ever ran (U10, U11).
void undeployed_duties(const States& states, const UnitState& unit, Commands& commands) {
  const std::string& name = unit.record.name;
  if (unit.record.life == Life::Dying)
    commands.emplace_back(protocol::SetUnitDead{name});
  else if (const auto why = cause_to_die(states, unit); !why.empty())
    commands.emplace_back(protocol::SetUnitDying{name, std::string(why)});
}

} // namespace

Commands unit_duties(const States& states, const UnitState& unit) {
  Commands commands;
  const bool hosted = has_host(states, unit);
  if (unit.record.life == Life::Dead) {
    // Its machine's agent, or its principal's, recalls and removes it (U8); an instance that never
    // came needs no recall.
    if (hosted || unit.record.principal.empty())
      commands.emplace_back(protocol::DeleteUnit{unit.record.name});
    return commands;
  }
  const bool nothing_held = unit.scopes.empty() && unit.subordinates.empty();
  if (hosted && agent_works(unit))
    agent_duties(states, unit, commands);
  else if (!hosted && unit.record.principal.empty() && nothing_held)
    undeployed_duties(states, unit, commands);
  return commands;
}

namespace {

/// M10: no principal of a draining machine stays Alive; then it goes Dying.
void drain_duties(const States& states, const MachineState& machine, Commands& commands) {
  for (const std::string& name : machine.principals)
    if (const auto unit = states.units.find(name);
        unit != states.units.end() && unit->second.record.life == Life::Alive)
      commands.emplace_back(protocol::RemoveUnit{name});
  if (commands.empty())
    commands.emplace_back(protocol::SetMachineDying{machine.record.id});
}

/// M11: the lost instance goes, and with the new one come new agents.
void renewal_duties(const States& states, const MachineState& machine, Commands& commands) {
  for (const auto& [name, unit] : states.units)
    if (unit.record.assigned && unit.record.machine == machine.record.id && !agent_works(unit)) {
      protocol::ReportUnit begun;
      begun.unit = name;
      begun.agent = store::Status{"allocating", "", unit.status.unpack().agent.since};
      commands.emplace_back(std::move(begun));
    }
  commands.emplace_back(protocol::AbandonInstance{machine.record.id});
  commands.emplace_back(protocol::ClearInstance{machine.record.id});
}

} // namespace

Commands machine_duties(const States& states, const MachineState& machine) {
  Commands commands;
  const store::MachineId id = machine.record.id;
  const bool has_instance = !machine.record.instance.empty();
  if (machine.record.life == Life::Alive && machine.record.draining)
    drain_duties(states, machine, commands);
  if (machine.record.life == Life::Dying && machine.principals.empty())
    commands.emplace_back(protocol::SetMachineDead{id}); // M4, M8
  if (!machine_stuck(machine).empty())
    return commands;
  if (is_renewed(machine.record))
    renewal_duties(states, machine, commands);
  if (machine.record.life == Life::Alive && !has_instance)
    commands.emplace_back(protocol::SetInstance{id, fmt::format("machine-{}", id), {}}); // M8
  if (machine.record.life == Life::Dead)
    commands.emplace_back(protocol::DeleteMachine{id}); // M6
  return commands;
}

protocol::Command cleanup_duty(const store::Contents& contents, store::RelationId relation) {
  protocol::DeleteBags clean{relation, {}, true};
  for (auto bag = contents.bags.lower_bound({relation, ""});
       bag != contents.bags.end() && bag->first.first == relation; ++bag)
    clean.owners.push_back(bag->first.second);
  return clean;
}

} // namespace orrery::rules

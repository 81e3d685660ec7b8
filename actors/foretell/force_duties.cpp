#include "actors/foretell/duties.hpp"

namespace orrery::foretell {

namespace {

using rules::ApplicationState;
using rules::MachineState;
using rules::States;
using rules::UnitState;
using store::Life;

void force_unit(const UnitState& unit, Commands& commands) {
  const std::string& name = unit.record.name;
  if (unit.record.life == Life::Dead)
    commands.emplace_back(protocol::DeleteUnit{name});
  else if (unit.record.life == Life::Alive)
    commands.emplace_back(protocol::SetUnitDying{name, "it is removed by force"});
  else if (!unit.subordinates.empty())
    for (const auto& [subordinate, life] : unit.subordinates)
      commands.emplace_back(protocol::ForceRemoval{store::EntityKind::Unit, 0, subordinate});
  else if (!unit.scopes.empty())
    commands.emplace_back(protocol::LeaveScope{name, *unit.scopes.begin()});
  else if (!unit.storages().empty())
    commands.emplace_back(protocol::DetachStorage{
      unit.storages().begin()->second.attachment.storage, name, true}); // ST46
  else
    commands.emplace_back(protocol::SetUnitDead{name});
}

void force_machine(const MachineState& machine, Commands& commands) {
  const store::MachineId id = machine.record.id;
  for (const std::string& principal : machine.principals)
    commands.emplace_back(protocol::ForceRemoval{store::EntityKind::Unit, 0, principal});
  if (!machine.principals.empty())
    return;
  if (machine.record.life == Life::Alive)
    commands.emplace_back(protocol::RemoveMachine{id, {}, false});
  else if (machine.record.life == Life::Dying)
    commands.emplace_back(protocol::SetMachineDead{id});
  else
    commands.emplace_back(protocol::DeleteMachine{id});
}

void force_application(const States& states,
                       const ApplicationState& application,
                       Commands& commands) {
  for (const auto& [id, relation] : application.relations)
    commands.emplace_back(protocol::ForceRemoval{store::EntityKind::Relation, id, {}});
  const std::string first = application.record.name + "/";
  for (auto unit = states.units.lower_bound(first);
       unit != states.units.end() && unit->first.starts_with(first); ++unit)
    commands.emplace_back(protocol::ForceRemoval{store::EntityKind::Unit, 0, unit->first});
}

} // namespace

Commands force_duties(const States& states, const store::Force& force) {
  Commands commands;
  switch (force.target) {
  case store::EntityKind::Unit:
    if (const auto unit = states.units.find(force.name); unit != states.units.end())
      force_unit(unit->second, commands);
    break;
  case store::EntityKind::Machine:
    if (const auto found = states.machines.find(force.id); found != states.machines.end())
      force_machine(found->second, commands);
    break;
  case store::EntityKind::Application:
    if (const auto found = states.applications.find(force.name); found != states.applications.end())
      force_application(states, found->second, commands);
    break;
  case store::EntityKind::Relation:
    if (const auto found = states.relations.find(force.id); found != states.relations.end())
      for (const auto& [unit, scope] : found->second.members)
        commands.emplace_back(protocol::LeaveScope{unit, force.id});
    break;
  }
  return commands;
}

} // namespace orrery::foretell

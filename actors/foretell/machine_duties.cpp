#include "actors/foretell/duties.hpp"
#include "actors/foretell/stuck.hpp"
#include "actors/rules/machine.hpp"

#include <fmt/format.h>

namespace orrery::foretell {

namespace {

using rules::MachineState;
using rules::States;
using store::Life;

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
  if (rules::is_renewed(machine.record))
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

} // namespace orrery::foretell

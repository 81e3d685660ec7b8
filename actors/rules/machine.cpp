#include "actors/rules/machine.hpp"

#include "actors/rules/force.hpp"
#include "actors/rules/step_cases.hpp"
#include "actors/rules/wording.hpp"

#include <fmt/format.h>

namespace orrery::rules {

namespace {

Decision put_machine(store::Machine machine) {
  Decision decision;
  decision.writes.push_back(put(std::move(machine)));
  return decision;
}

Decision has_principals(const MachineState& machine) {
  return refuse(protocol::Code::HasAssignedUnits,
                fmt::format("machine {} has units {} assigned: remove them first",
                            machine.record.id, listed(machine.principals, ", ")));
}

/// A principal shall be assigned here (U2, M2).
Decision host_unit(const MachineState& machine) {
  if (machine.record.life != store::Life::Alive)
    return refuse(protocol::Code::NotAlive,
                  fmt::format("machine {} is {} and takes no units: choose another machine",
                              machine.record.id, store::to_string(machine.record.life)));
  if (!machine.record.host_units || machine.record.draining)
    return refuse(
      protocol::Code::NotAlive,
      fmt::format("machine {} takes no units: choose another machine", machine.record.id));
  return proceed();
}

/// Ends an Alive machine's part in managing the model, which knows whether it is the last one (M3).
Decision release_manager(const MachineState& machine, store::Machine turned) {
  Decision decision = put_machine(std::move(turned));
  if (machine.record.manage_model && machine.record.life == store::Life::Alive)
    decision.visits.push_back({model(), ReleaseManager{machine.record.id}});
  return decision;
}

Decision set_dying(const MachineState& machine, const Context& context) {
  store::Machine dying = machine.record;
  dying.life = store::Life::Dying;
  dying.turn = {context.now, context.cause};
  if (is_renewed(machine.record)) { // M8, M11
    dying.status = {"down", "it was lost, and is not made again any more", context.now};
    dying.address
      .clear(); // what was noted of that host may be forgotten: it must not be found again
  } else if (machine.record.instance.empty() && !machine.principals.empty()) {
    // Units of a lost host stay, and nobody makes it again: it does not wait for that, as it would
    // seem.
    dying.status = {"error", "it is dying, and is not made any more", context.now};
  }
  Decision decision = put_machine(std::move(dying));
  if (machine.record.manage_model)
    decision.visits.push_back({model(), ReleaseManager{machine.record.id}});
  return decision;
}

/// M10: takes no more units; its agent removes those it has, then sets it Dying.
Decision drain(const MachineState& machine) {
  store::Machine draining = machine.record;
  draining.draining = true;
  return draining == machine.record ? proceed() : put_machine(std::move(draining));
}

Decision remove_machine(const MachineState& machine,
                        const protocol::RemoveMachine& removal,
                        const Context& context) {
  Decision decision;
  if (machine.record.life == store::Life::Alive) {
    if (machine.principals.empty())
      decision = set_dying(machine, context);
    else if (removal.how.force || removal.drain)
      decision = drain(machine); // F2, M10
    else
      return has_principals(machine); // M3
    if (machine.record.manage_model && decision.visits.empty())
      decision.visits.push_back({model(), ReleaseManager{machine.record.id}});
  }
  add_force(decision, machine.force, force_on(store::EntityKind::Machine, machine.record.id, {}),
            removal.how, context);
  return decision.writes.empty() ? nothing() : decision; // L3
}

/// M10: its agent has seen that no principal is Alive any more.
Decision drained(const MachineState& machine, const Context& context) {
  if (machine.record.life != store::Life::Alive)
    return nothing();
  if (!machine.record.draining && !machine.principals.empty())
    return has_principals(machine); // M3
  return set_dying(machine, context);
}

Decision set_dead(const MachineState& machine, const Context& context) {
  if (machine.record.life == store::Life::Dead)
    return nothing();
  if (!machine.principals.empty())
    return has_principals(machine);
  store::Machine dead = machine.record;
  dead.life = store::Life::Dead; // M4
  dead.turn = {context.now, context.cause};
  dead.status = {"stopped", "", context.now}; // nothing of it works any more
  return release_manager(machine, std::move(dead));
}

Decision delete_machine(const MachineState& machine) {
  if (machine.record.life != store::Life::Dead) // M7
    return refuse(protocol::Code::NotDead,
                  fmt::format("machine {} is {}, only a Dead machine can be deleted",
                              machine.record.id, store::to_string(machine.record.life)));
  Decision decision;
  decision.writes.push_back(erase(machine.record)); // M6
  drop_force(decision, machine.force);
  cancel_with_receiver(decision, machine.tasks, "machine removed"); // A17
  if (machine.record.manage_model)
    decision.visits.push_back({model(), Witness{}});
  return decision;
}

Decision set_instance(const MachineState& machine,
                      const protocol::SetInstance& instance,
                      const Context& context) {
  if (machine.record.life == store::Life::Dead)
    return refuse(protocol::Code::NotAlive,
                  fmt::format("machine {} is Dead and gets no instance", machine.record.id));
  if (machine.record.instance == instance.instance && machine.record.address == instance.address)
    return nothing();
  store::Machine started = machine.record;
  started.instance = instance.instance;
  started.address = instance.address;
  started.status = {"started", "", context.now};
  started.keep_data = false;
  return put_machine(std::move(started));
}

/// Whether a report comes too late. That a machine is lost or found may have been seen before a
/// person had it made again, or before it died; who says that it cannot be made may have begun
/// before it was dying.
bool is_late(const store::Machine& machine, const store::Status& said) {
  const store::Status& now = machine.status;
  const bool of_sight = said.value == "down" || said.value == "started";
  switch (machine.life) {
  case store::Life::Alive:
    return of_sight && (now.value == "pending" || now.value == "error");
  case store::Life::Dying:
    return (now.value == "down" && said.value == "error")
           || (said.value == "started" && is_abandoned(machine));
  case store::Life::Dead:
    return of_sight;
  }
  return false;
}

/// Whoever tells of something beside the machine's status does not know whether that has changed.
Decision set_message(const MachineState& machine, const store::Status& said) {
  const store::Status& now = machine.record.status;
  if (now.value != "started" || now.message == said.message)
    return nothing();
  store::Machine told = machine.record;
  told.status.message = said.message;
  return put_machine(std::move(told));
}

Decision set_status(const MachineState& machine, const store::Status& status) {
  if (status.value.empty())
    return set_message(machine, status);
  if ((machine.record.status.value == status.value
       && machine.record.status.message == status.message)
      || is_late(machine.record, status))
    return nothing();
  store::Machine changed = machine.record;
  changed.status = status;
  return put_machine(std::move(changed));
}

/// M11: what has failed is tried at once; a lost machine is made again, which its history says.
Decision retry_provisioning(const MachineState& machine,
                            const protocol::RetryProvisioning& retry,
                            const Context& context) {
  const store::Machine& now = machine.record;
  if (now.status.value != "error" && now.status.value != "down")
    return refuse(
      protocol::Code::NotInError,
      fmt::format("machine {} is {}: only one in error or down can be provisioned again", now.id,
                  now.status.value));
  const bool is_made_no_more = now.life == store::Life::Dying && now.instance.empty();
  if (is_made_no_more || (now.status.value == "down" && now.life != store::Life::Alive))
    return refuse(protocol::Code::NotAlive, fmt::format("machine {0} is {1} and is not made again: "
                                                        "remove-machine {0} --force",
                                                        now.id, store::to_string(now.life)));
  store::Machine again = now;
  again.status = {"pending", "to be provisioned again", context.now};
  again.keep_data = retry.keep_data;
  if (is_renewed(again))
    again.turn = {context.now, context.cause};
  return put_machine(std::move(again));
}

/// A60: a Dying machine takes one, too.
Decision take_task(const MachineState& machine) {
  if (machine.record.life != store::Life::Dead)
    return proceed();
  return refuse(protocol::Code::NotFound,
                fmt::format("machine {} not found or dead", machine.record.id));
}

Decision abandon_instance(const MachineState& machine) {
  if (!is_renewed(machine.record) || is_abandoned(machine.record))
    return nothing();
  store::Machine abandoned = machine.record;
  abandoned.address.clear();
  return put_machine(std::move(abandoned));
}

Decision clear_instance(const MachineState& machine) {
  if (!is_renewed(machine.record) || !is_abandoned(machine.record))
    return nothing();
  store::Machine cleared = machine.record;
  cleared.instance.clear();
  return put_machine(std::move(cleared));
}

Decision
carry_out(const MachineState& machine, const protocol::Command& command, const Context& context) {
  if (const auto* removal = std::get_if<protocol::RemoveMachine>(&command))
    return remove_machine(machine, *removal, context);
  if (std::holds_alternative<protocol::ForceRemoval>(command))
    return remove_machine(machine, {machine.record.id, at_once(), false}, context);
  if (std::holds_alternative<protocol::SetMachineDying>(command))
    return drained(machine, context);
  if (std::holds_alternative<protocol::SetMachineDead>(command))
    return set_dead(machine, context);
  if (std::holds_alternative<protocol::DeleteMachine>(command))
    return delete_machine(machine);
  if (const auto* instance = std::get_if<protocol::SetInstance>(&command))
    return set_instance(machine, *instance, context);
  if (const auto* status = std::get_if<protocol::SetMachineStatus>(&command))
    return set_status(machine, status->status);
  if (const auto* retry = std::get_if<protocol::RetryProvisioning>(&command))
    return retry_provisioning(machine, *retry, context);
  if (std::holds_alternative<protocol::AbandonInstance>(command))
    return abandon_instance(machine);
  if (std::holds_alternative<protocol::ClearInstance>(command))
    return clear_instance(machine);
  return unexpected_step(command);
}

} // namespace

bool is_renewed(const store::Machine& machine) {
  return machine.life == store::Life::Alive && !machine.instance.empty()
         && (machine.status.value == "pending" || machine.status.value == "error");
}

bool is_abandoned(const store::Machine& machine) {
  return !machine.instance.empty() && machine.address.empty();
}

Decision decide(const MachineState& machine, const Step& step, const Context& context) {
  if (machine.gone)
    return refuse(protocol::Code::NotFound, fmt::format("machine {} not found", machine.record.id));
  const Cases cases{
    [](const Witness&) { return proceed(); },
    [&](const TakeTask&) { return take_task(machine); },
    [&](const HostUnit&) { return host_unit(machine); },
    [&](const protocol::Command& command) { return carry_out(machine, command, context); },
  };
  return decide_by<MachineSteps>(cases, step);
}

bool absorb(MachineState& machine, const Write& write) {
  absorb_force(machine.force, store::EntityKind::Machine, machine.record.id, {}, write);
  if (const auto* record = std::get_if<store::Machine>(&write.record);
      record != nullptr && record->id == machine.record.id) {
    if (write.deleted)
      machine.gone = true;
    else
      machine.record = *record;
    return true;
  }
  if (const auto* task = std::get_if<store::Task>(&write.record);
      task != nullptr && task->unit.empty() && task->machine == machine.record.id)
    return absorb_task(machine.tasks, *task, write.deleted);
  const auto* assigned = std::get_if<store::Unit>(&write.record);
  if (assigned == nullptr || !assigned->principal.empty() || !assigned->assigned
      || assigned->machine != machine.record.id)
    return false;
  return write.deleted ? machine.principals.erase(assigned->name) > 0
                       : machine.principals.insert(assigned->name).second;
}

} // namespace orrery::rules

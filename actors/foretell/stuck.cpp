#include "actors/foretell/stuck.hpp"

#include "actors/foretell/rebuilt_notes.hpp"
#include "actors/foretell/sight_of_states.hpp"
#include "actors/workflow/workflow.hpp"

#include <fmt/format.h>

#include <limits>

namespace orrery::foretell {

namespace {

/// U6, W2, P30: the hook in hand has been tried as often as it may be, or an upgrade has failed:
/// no time will bring a step.
bool waits_for_person(const rules::States& states, const rules::UnitState& unit) {
  const config::RetryPolicy policy;
  const agents::UnitNotes notes = rebuilt_notes(states, unit, policy);
  return (notes.operation || !notes.conflict.empty())
         && std::holds_alternative<agents::Idle>(agents::next(
           notes, sight_of(states, unit), std::numeric_limits<store::Milliseconds>::max(), policy));
}

} // namespace

std::string machine_stuck(const rules::MachineState& machine) {
  const store::Status& status = machine.record.status;
  const bool needs_provider =
    machine.record.life == store::Life::Alive || !machine.record.instance.empty(); // M8
  if (status.value == "down" || (status.value == "error" && needs_provider))
    return fmt::format("its status is {}: {}", status.value, status.message);
  return {};
}

bool agent_works(const rules::UnitState& unit) {
  const std::string agent = unit.status.unpack().agent.value;
  return agent != "failed" && agent != "lost";
}

std::string host_stuck(const rules::States& states, const rules::UnitState& unit) {
  const auto machine = states.machines.find(unit.record.machine);
  if (!unit.record.assigned || machine == states.machines.end())
    return {};
  const std::string why = machine_stuck(machine->second);
  return why.empty() ? why : fmt::format("machine {}: {}", machine->second.record.id, why);
}

std::string unit_stuck(const rules::States& states, const rules::UnitState& unit) {
  if (!agent_works(unit)) {
    const store::Status agent = unit.status.unpack().agent;
    return fmt::format("its agent is {}{}{}", agent.value, agent.message.empty() ? "" : ": ",
                       agent.message);
  }
  if (std::string why = host_stuck(states, unit); !why.empty())
    return why;
  if (waits_for_person(states, unit) && unit.status.unpack().error.hook == store::failed_upgrade)
    return fmt::format("the files of {} cannot be put in place, and it waits for a person: "
                       "resolved {}",
                       unit.record.charm, unit.record.name);
  if (waits_for_person(states, unit))
    return fmt::format("hook \"{0}\" has failed and waits for a person: resolved {1}",
                       unit.status.unpack().error.hook, unit.record.name);
  return {};
}

} // namespace orrery::foretell

#include "actors/rules/duties.hpp"
#include "actors/rules/ties.hpp"

#include <fmt/format.h>

namespace orrery::rules {

namespace {

bool agent_failed(const store::Status& agent) {
  return agent.value == "failed" || agent.value == "lost";
}

/// A hook that means nothing any more is dropped: its relation's scope is gone.
bool is_void(const UnitState& unit, const store::HookError& error) {
  return error.in_relation && !unit.scopes.contains(error.relation);
}

/// Whether the user wants the failing hooks of this teardown to count as done.
bool is_skipped(const States& states, const UnitState& unit, const store::HookError& error) {
  SkipsAsked asked;
  const auto application = states.applications.find(unit.record.application);
  asked.of_unit =
    unit.record.skip_failed_hooks
    || (application != states.applications.end() && application->second.record.skip_failed_hooks);
  asked.unit_life = unit.record.life;
  if (const auto relation = states.relations.find(error.relation);
      relation != states.relations.end()) {
    asked.of_relation = relation->second.record.skip_failed_hooks;
    asked.relation_life = relation->second.record.life;
  }
  return rules::is_skipped(is_teardown_hook(error.hook), error.in_relation, asked);
}

/// U6, W2: it has been tried as often as it may be.
bool waits_for_person(const States& states, const UnitState& unit, const store::HookError& error) {
  return !error.hook.empty() && error.next_at == 0 && unit.record.resolved == store::Resolved::None
         && !is_void(unit, error) && !is_skipped(states, unit, error);
}

/// Why no unit of this machine gets on; empty if they do.
std::string host_stuck(const MachineState& machine) {
  const std::string why = machine_stuck(machine);
  return why.empty() ? why : fmt::format("machine {}: {}", machine.record.id, why);
}

} // namespace

std::string machine_stuck(const MachineState& machine) {
  const store::Status& status = machine.record.status;
  const bool needs_provider =
    machine.record.life == store::Life::Alive || !machine.record.instance.empty(); // M8
  if (status.value == "down" || (status.value == "error" && needs_provider))
    return fmt::format("its status is {}: {}", status.value, status.message);
  return {};
}

std::string unit_stuck(const States& states, const UnitState& unit) {
  const store::UnitStatus status = unit.status.unpack();
  if (agent_failed(status.agent))
    return fmt::format("its agent is {}{}{}", status.agent.value,
                       status.agent.message.empty() ? "" : ": ", status.agent.message);
  if (const auto machine = states.machines.find(unit.record.machine);
      unit.record.assigned && machine != states.machines.end())
    if (std::string why = host_stuck(machine->second); !why.empty())
      return why;
  if (waits_for_person(states, unit, status.error))
    return fmt::format("hook \"{0}\" has failed and waits for a person: resolved {1}",
                       status.error.hook, unit.record.name);
  return {};
}

} // namespace orrery::rules

#include "actors/workflow/machine_turn.hpp"

namespace orrery::agents {

using protocol::MachineTurn;

namespace {

/// @param unnamed of one that is in no execution group
std::optional<MachineTurn>
turn(store::MachineId machine, const protocol::TaskSeen& task, MachineTurn::Of unnamed) {
  if (!task.group.empty())
    return MachineTurn{machine, MachineTurn::Of::Group, task.group};
  if (task.parallel)
    return std::nullopt;
  return MachineTurn{machine, unnamed, {}};
}

} // namespace

MachineTurn turn_of_hook(store::MachineId machine) {
  return {machine, MachineTurn::Of::Hooks, {}};
}

std::optional<MachineTurn> turn_of_task(store::MachineId machine, const protocol::TaskSeen& task) {
  return turn(machine, task, MachineTurn::Of::Hooks);
}

std::optional<MachineTurn> turn_of_command(store::MachineId machine,
                                           const protocol::TaskSeen& task) {
  return turn(machine, task, MachineTurn::Of::Commands);
}

} // namespace orrery::agents

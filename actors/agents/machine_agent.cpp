#include "actors/agents/machine_agent.hpp"

#include "actors/runtime/log.hpp"

#include <fmt/format.h>

namespace orrery::agents {

MachineAgent::MachineAgent(caf::actor_config& config,
                           AgentServices& services,
                           store::MachineId machine)
  : DeployingAgent(config, services, machine, fmt::format("machine-{}", machine)) {
  set_down_handler(
    [this](caf::scheduled_actor*, caf::down_msg& down) { handle_down([&] { agent_down(down); }); });
}

caf::behavior MachineAgent::make_behavior() {
  recall_notes();
  if (!observe(rules::machine(machine())))
    quit(); // removed before its agent began
  return {on(&MachineAgent::answered), on(&MachineAgent::provided), on(&MachineAgent::machine_seen),
          on(&MachineAgent::unit_seen), on(&MachineAgent::look_again)};
}

void MachineAgent::on_exit() {
  unobserve(rules::machine(machine()));
  DeployingAgent::on_exit();
}

void MachineAgent::machine_seen(const protocol::MachineSeen& seen) {
  if (seen.gone || seen.machine.life == store::Life::Dead) {
    quit(); // M5
    return;
  }
  if (!seen.machine.instance.empty())
    set_address(seen.machine.address);
  set_units(seen.principals);
  if (seen.machine.life == store::Life::Dying && seen.principals.empty())
    set_dead();
}

void MachineAgent::unit_seen(const protocol::UnitSeen& seen) {
  deployed_unit_seen(seen);
}

void MachineAgent::set_dead() {
  if (setting_dead_)
    return;
  setting_dead_ = true;
  ask(protocol::SetMachineDead{machine()}, [this](const protocol::Answer& answer) {
    setting_dead_ = false;
    if (!answer.ok())
      runtime::log("agent")->debug("machine {}: {}", machine(),
                                   answer.text); // its next observation tries again
  });
}

} // namespace orrery::agents

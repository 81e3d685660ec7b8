#include "actors/agents/machine_agent.hpp"

#include "actors/rules/machine.hpp"
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
  return {on(&MachineAgent::answered),
          on(&MachineAgent::provided),
          on(&MachineAgent::machine_seen),
          on(&MachineAgent::unit_seen),
          on(&MachineAgent::held_application_seen),
          on(&MachineAgent::look_again)};
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
  seen_ = seen;
  meet_instance();
  set_units(seen.principals);
  drain();
  if (seen.machine.life == store::Life::Dying && seen.principals.empty())
    set_dead();
}

/// Units are deployed where there is an instance and it is not lost.
void MachineAgent::meet_instance() {
  const store::Machine& machine = seen_->machine;
  const bool is_renewed = rules::is_renewed(machine);
  if (machine.status.value == "down" || is_renewed)
    lose_host(fmt::format("machine {} is down: {}", machine.id, machine.status.message));
  else if (!machine.instance.empty())
    set_address(machine.address);
  if (is_renewed)
    step_ended();
}

/// M11: the machine is made again. Only when nobody writes notes any more are those of the lost host deleted; only
/// then may there be a new one.
void MachineAgent::step_ended() {
  if (!seen_ || abandoning_ || !rules::is_renewed(seen_->machine) || seen_->machine.address.empty()
      || !is_still())
    return;
  abandoning_ = true;
  forget_notes([this] {
    ask(protocol::AbandonInstance{machine()}, [this](const protocol::Answer& answer) {
      abandoning_ = false;
      if (answer.verdict == protocol::Verdict::Contended)
        step_ended(); // L8
    });
  });
}

void MachineAgent::unit_seen(const protocol::UnitSeen& seen) {
  deployed_unit_seen(seen);
  drain();
}

/// M10: its principals are removed; once none of them is Alive it goes Dying.
void MachineAgent::drain() {
  if (!seen_ || !seen_->machine.draining || seen_->machine.life != store::Life::Alive)
    return;
  for (const std::string& principal : seen_->principals)
    if (asked_to_go_.insert(principal).second)
      ask(protocol::RemoveUnit{principal, {}}, [](const protocol::Answer&) {});
  if (setting_dying_ || !none_alive())
    return;
  setting_dying_ = true;
  ask(protocol::SetMachineDying{machine()}, [this](const protocol::Answer& answer) {
    setting_dying_ = false;
    if (answer.verdict == protocol::Verdict::Contended)
      drain(); // L8
  });
}

void MachineAgent::set_dead() {
  if (setting_dead_)
    return;
  setting_dead_ = true;
  ask(protocol::SetMachineDead{machine()}, [this](const protocol::Answer& answer) {
    setting_dead_ = false;
    if (answer.verdict == protocol::Verdict::Contended)
      return set_dead(); // L8
    if (!answer.ok())
      runtime::log("agent")->debug("machine {}: {}", machine(),
                                   answer.text); // its next observation tries again
  });
}

} // namespace orrery::agents

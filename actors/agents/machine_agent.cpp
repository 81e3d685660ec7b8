#include "actors/agents/machine_agent.hpp"

#include "actors/rules/machine.hpp"
#include "actors/runtime/log.hpp"

#include <fmt/format.h>

#include <utility>

namespace orrery::agents {

MachineAgent::MachineAgent(caf::actor_config& config,
                           const AgentServices& services,
                           store::MachineId machine)
  : HostAgent(config, services),
    deployer_(*this, *this, machine, fmt::format("machine-{}", machine)),
    tasks_(*this, machine, [this] { end_when_empty(); }) {
  set_down_handler([this](caf::scheduled_actor*, caf::down_msg& down) {
    handle_down([&] { deployer_.agent_down(down); });
  });
}

caf::behavior MachineAgent::make_behavior() {
  of_model().roster.begun(Roster::machine(machine()), caf::event_based_actor::address());
  read_notes([this] {
    deployer_.recall_notes();
    if (!observe(rules::machine(machine())))
      end_with_machine(); // removed before its agent began
  });
  return {on(&MachineAgent::answered),
          on(&MachineAgent::provided),
          on(&MachineAgent::machine_seen),
          on(&MachineAgent::unit_seen),
          on(deployer_, &Deployer::held_application_seen),
          on(deployer_, &Deployer::look_again),
          on(deployer_, &Deployer::stirred),
          on(deployer_, &Deployer::may_begin),
          on(&MachineAgent::task_seen),
          on(&MachineAgent::command_ended)};
}

void MachineAgent::on_exit() {
  of_model().roster.ended(Roster::machine(machine()), caf::event_based_actor::address());
  unobserve(rules::machine(machine()));
  deployer_.on_exit();
  HostAgent::on_exit();
}

void MachineAgent::machine_seen(const protocol::MachineSeen& seen) {
  if (seen.gone || seen.machine.life == store::Life::Dead)
    return end_with_machine();
  seen_ = seen;
  meet_instance();
  deployer_.set_units(seen.principals);
  tasks_.seen(seen.tasks, !deployer_.address().empty());
  drain();
  end_when_empty();
}

void MachineAgent::unit_forgotten() {
  if (std::exchange(has_said_of_recalls_, false))
    say_of_recalls({}); // whatever fails still says so once more
  end_when_empty();
}

/// Force takes a unit from the model whose recall fails: the machine does not go before that has
/// succeeded, and says why.
void MachineAgent::recall_failed(const std::string& unit, const std::string& why) {
  has_said_of_recalls_ = true;
  say_of_recalls(fmt::format("what is left of {} is not removed: {}", unit, why));
}

void MachineAgent::say_of_recalls(const std::string& message) {
  ask(protocol::SetMachineStatus{machine(), {"", message, now()}}, [](const protocol::Answer&) {});
}

/// Units are deployed where there is an instance and it is not lost.
void MachineAgent::meet_instance() {
  const store::Machine& machine = seen_->machine;
  const bool is_renewed = rules::is_renewed(machine);
  if (machine.status.value == "down" || is_renewed)
    deployer_.lose_host(fmt::format("machine {} is down: {}", machine.id, machine.status.message));
  else if (!machine.instance.empty())
    deployer_.set_address(machine.address);
  if (is_renewed)
    step_ended();
}

/// M11: the machine is made again. Only when nobody writes notes any more are those of the lost
/// host's hooks deleted; only then may there be a new one.
void MachineAgent::step_ended() {
  if (!seen_ || abandoning_ || !rules::is_renewed(seen_->machine)
      || rules::is_abandoned(seen_->machine) || !deployer_.is_still())
    return;
  abandoning_ = true;
  deployer_.forget_hooks([this] {
    ask(protocol::AbandonInstance{machine()}, [this](const protocol::Answer& answer) {
      abandoning_ = false;
      if (answer.verdict == protocol::Verdict::Contended)
        step_ended(); // L8
    });
  });
}

void MachineAgent::unit_seen(const protocol::UnitSeen& seen) {
  deployer_.deployed_unit_seen(seen);
  drain();
}

/// M10: its principals are removed; once none of them is Alive it goes Dying.
void MachineAgent::drain() {
  if (!seen_ || !seen_->machine.draining || seen_->machine.life != store::Life::Alive)
    return;
  for (const std::string& principal : seen_->principals)
    if (asked_to_go_.insert(principal).second)
      ask(protocol::RemoveUnit{principal, {}}, [](const protocol::Answer&) {});
  if (setting_dying_ || !deployer_.none_alive())
    return;
  setting_dying_ = true;
  ask(protocol::SetMachineDying{machine()}, [this](const protocol::Answer& answer) {
    setting_dying_ = false;
    if (answer.verdict == protocol::Verdict::Contended)
      drain(); // L8
  });
}

/// M5. Force waits for no recall: what was deployed there may still be noted, and nobody else
/// forgets it.
void MachineAgent::end_with_machine() {
  over_ = true;
  seen_.reset(); // nothing is done for it any more
  deployer_.leave_host();
  end_when_empty();
}

void MachineAgent::end_when_empty() {
  if (over_ && deployer_.held_units() == 0)
    return quit();
  if (seen_ && seen_->machine.life == store::Life::Dying && seen_->principals.empty())
    set_dead();
}

void MachineAgent::set_dead() {
  if (setting_dead_ || !tasks_.is_idle() || deployer_.held_units() > 0)
    return; // what runs there ends first (A60), what was deployed there is recalled with its notes
  setting_dead_ = true;
  ask(protocol::SetMachineDead{machine()}, [this](const protocol::Answer& answer) {
    setting_dead_ = false;
    if (answer.verdict == protocol::Verdict::Contended)
      return set_dead(); // L8
    if (!answer.ok())
      runtime::log("agent")->debug(
        "a machine cannot be set dead yet{}", // its next observation tries again
        runtime::field("machine", machine()) + runtime::field("why", answer.text)
          + of_model().log_fields());
  });
}

} // namespace orrery::agents

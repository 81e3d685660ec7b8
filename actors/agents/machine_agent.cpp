#include "actors/agents/machine_agent.hpp"

#include "actors/agents/command_job.hpp"
#include "actors/rules/machine.hpp"
#include "actors/runtime/log.hpp"

#include <caf/actor_cast.hpp>
#include <caf/send.hpp>
#include <fmt/format.h>

namespace orrery::agents {

MachineAgent::MachineAgent(caf::actor_config& config,
                           AgentServices& services,
                           store::MachineId machine)
  : Agent(config, services), deployer_(*this, *this, machine, fmt::format("machine-{}", machine)) {
  set_down_handler([this](caf::scheduled_actor*, caf::down_msg& down) {
    handle_down([&] { deployer_.agent_down(down); });
  });
}

caf::behavior MachineAgent::make_behavior() {
  services().roster.begun(Roster::machine(machine()), caf::event_based_actor::address());
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
          on(deployer_, &Deployer::stirred_by_command),
          on(deployer_, &Deployer::may_begin),
          on(&MachineAgent::run_command),
          on(&MachineAgent::command_ended)};
}

void MachineAgent::on_exit() {
  services().roster.ended(Roster::machine(machine()), caf::event_based_actor::address());
  for (const auto& [own, command] : commands_)
    caf::anon_send(
      command.client,
      protocol::CommandEnded{command.ticket,
                             "its machine's agent has ended: what the command has done is unknown",
                             {},
                             command.began_at,
                             now()});
  commands_.clear();
  unobserve(rules::machine(machine()));
  deployer_.on_exit();
  Agent::on_exit();
}

void MachineAgent::machine_seen(const protocol::MachineSeen& seen) {
  if (seen.gone || seen.machine.life == store::Life::Dead)
    return end_with_machine();
  seen_ = seen;
  meet_instance();
  deployer_.set_units(seen.principals);
  drain();
  end_when_empty();
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

void MachineAgent::run_command(const protocol::RunCommand& order) {
  const caf::actor client = caf::actor_cast<caf::actor>(current_sender());
  const bool is_up = seen_ && !deployer_.address().empty();
  if (!is_up || commands_.size() >= most_commands) {
    const std::string why =
      is_up ? fmt::format("{} commands wait on machine {} already: try again later", most_commands,
                          machine())
            : fmt::format("machine {} is not up: orrery status says why", machine());
    send(client, protocol::CommandEnded{order.ticket, why, {}, 0, now()});
    return;
  }
  protocol::RunOnMachine run{machine(), order};
  run.command.ticket = ++last_command_;
  commands_.emplace(last_command_,
                    RunningCommand{order.ticket, client, now(), runtime::Hold(holds())});
  send(services().hooks, std::move(run));
}

void MachineAgent::command_ended(const protocol::HookEnded& ended) {
  const auto found = commands_.extract(ended.ticket);
  if (found.empty())
    return;
  const RunningCommand& command = found.mapped();
  send(command.client,
       protocol::CommandEnded{command.ticket, {}, ended.end, command.began_at, now()});
  end_when_empty();
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
  if (setting_dead_ || !commands_.empty() || deployer_.held_units() > 0)
    return; // what runs there ends first, and what was deployed there is recalled with its notes
  setting_dead_ = true;
  ask(protocol::SetMachineDead{machine()}, [this](const protocol::Answer& answer) {
    setting_dead_ = false;
    if (answer.verdict == protocol::Verdict::Contended)
      return set_dead(); // L8
    if (!answer.ok())
      runtime::log("agent")->debug(
        "a machine cannot be set dead yet{}", // its next observation tries again
        runtime::field("machine", machine()) + runtime::field("why", answer.text));
  });
}

} // namespace orrery::agents

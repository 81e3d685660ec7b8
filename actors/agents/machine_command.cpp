#include "actors/agents/machine_command.hpp"

#include "actors/agents/command_job.hpp"
#include "actors/agents/hook_environment.hpp"

#include <caf/actor_cast.hpp>
#include <caf/send.hpp>

#include <utility>

namespace orrery::agents {

MachineCommand::MachineCommand(caf::actor_config& config,
                               const AgentServices& services,
                               HookDeskOptions options,
                               protocol::RunOnMachine order,
                               caf::actor client)
  : CountedActor(config, services.model.activity()), model_(services.model),
    process_(services.process), options_(options), order_(std::move(order)),
    client_(std::move(client)) {
  // The machine's agent is gone: so is the machine, or will be. What runs there is ended with it.
  set_down_handler([this](caf::scheduled_actor*, caf::down_msg&) {
    handle_down([this] {
      if (!started_)
        quit();
    });
  });
}

caf::behavior MachineCommand::make_behavior() {
  monitor(client_);
  if (process_.slots)
    send(process_.slots, protocol::WantSlot{order_.turn, 0, model_.uuid});
  else
    send(this, protocol::SlotGranted{});
  return {on(&MachineCommand::start), on(&MachineCommand::ended), on(&MachineCommand::end_task)};
}

/// One that ends before its command has (a bug, shown as the command's failure) must not leave its
/// machine waiting.
void MachineCommand::on_exit() {
  if (!over_) // from nobody: see HookRun
    caf::anon_send(
      client_,
      protocol::HookEnded{order_.action.task,
                          {hooks::HookEnd::How::NotRun, 0, "what ran the command has failed", {}},
                          {}});
  CountedActor::on_exit();
}

void MachineCommand::start(const protocol::SlotGranted&) {
  started_ = true;
  hooks::HookJob job = command_job(order_.action.parameters);
  if (const std::string token = input_of(order_.action.parameters); !token.empty()) {
    job.input = options_.inputs != nullptr ? options_.inputs->open(token) : nullptr;
    if (!job.input)
      return ended({{hooks::HookEnd::How::NotRun, 0, input_is_gone, {}}});
  }
  job.task = order_.action.task;
  job.machine = order_.machine;
  job.hook = store::command_action;
  job.directory = options_.provider->directory(order_.machine);
  job.environment = machine_environment(order_.machine, job.directory);
  options_.runner->submit(std::move(job),
                          [self = caf::actor_cast<caf::actor>(this)](hooks::HookEnd end) {
                            caf::anon_send(self, protocol::ProgramEnded{std::move(end)});
                          });
}

/// One that waits for its place does not begin (A30).
void MachineCommand::end_task(const protocol::EndTask& order) {
  if (started_)
    return options_.runner->end_task(order.task);
  ended({{hooks::HookEnd::How::NotRun, 0, "terminated", {}}});
}

/// Gives the command's place back with the actor's end, for the actor is monitored.
void MachineCommand::ended(const protocol::ProgramEnded& message) {
  over_ = true;
  send(client_, protocol::HookEnded{order_.action.task, message.end, {}});
  quit();
}

} // namespace orrery::agents

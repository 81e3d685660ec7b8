#include "actors/agents/hook_desk.hpp"

#include "actors/agents/hook_run.hpp"
#include "actors/agents/machine_command.hpp"

#include <caf/actor_cast.hpp>

namespace orrery::agents {

HookDesk::HookDesk(caf::actor_config& config,
                   const AgentServices& services,
                   HookDeskOptions options)
  : CountedActor(config, services.model.activity()), services_(services), options_(options) {
  stop_process_on_exception("the hook desk");
  set_down_handler([this](caf::scheduled_actor*, caf::down_msg& down) {
    handle_down([&] { task_ended(down.source); });
  });
}

caf::behavior HookDesk::make_behavior() {
  return {on(&HookDesk::run), on(&HookDesk::run_on_machine), on(&HookDesk::end_task),
          on(&HookDesk::look)};
}

void HookDesk::run(const protocol::RunHook& order) {
  const caf::actor run = home_system().spawn<HookRun>(
    services_, options_, order, caf::actor_cast<caf::actor>(current_sender()));
  if (order.sight.action) // a person's: it is shown from its beginning on
    return begins(order.sight.action->task, run);
  begun_.push_back({services_.process.clock.now(), run.address()});
  if (begun_.size() == 1)
    look_later();
}

void HookDesk::begins(store::TaskId task, const caf::actor& run) {
  monitor(run);
  runs_.insert_or_assign(task, run.address());
  tasks_.emplace(run.address(), task);
}

void HookDesk::task_ended(const caf::actor_addr& run) {
  const auto ended = tasks_.find(run);
  if (ended == tasks_.end())
    return;
  runs_.erase(ended->second);
  tasks_.erase(ended);
}

/// Left to whoever runs the task: nobody else knows whether the runner has its program yet.
void HookDesk::end_task(const protocol::EndTask& order) {
  const auto run = runs_.find(order.task);
  if (run == runs_.end())
    return;
  if (const auto alive = caf::actor_cast<caf::actor>(run->second))
    send(alive, order);
}

void HookDesk::look_later() {
  delayed_send(this, at_once, protocol::LookAtHooks{});
}

void HookDesk::look(const protocol::LookAtHooks&) {
  const store::Milliseconds until = services_.process.clock.now() - at_once.count();
  std::erase_if(begun_, [&](const Begun& begun) {
    const auto run = caf::actor_cast<caf::actor>(begun.run);
    const bool goes_on = run && begun.at <= until;
    if (goes_on)
      send(run, protocol::HookGoesOn{});
    return goes_on || !run;
  });
  if (!begun_.empty())
    look_later();
}

void HookDesk::run_on_machine(const protocol::RunOnMachine& order) {
  begins(order.action.task,
         home_system().spawn<MachineCommand>(services_, options_, order,
                                             caf::actor_cast<caf::actor>(current_sender())));
}

} // namespace orrery::agents

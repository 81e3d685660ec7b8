#include "actors/agents/hook_desk.hpp"

#include "actors/agents/hook_run.hpp"
#include "actors/agents/machine_command.hpp"

#include <caf/actor_cast.hpp>

namespace orrery::agents {

HookDesk::HookDesk(caf::actor_config& config, AgentServices& services, HookDeskOptions options)
  : CountedActor(config, services.entities.activity), services_(services), options_(options) {
  stop_process_on_exception("the hook desk");
}

caf::behavior HookDesk::make_behavior() {
  return {on(&HookDesk::run), on(&HookDesk::run_on_machine), on(&HookDesk::end_task),
          on(&HookDesk::look)};
}

void HookDesk::run(const protocol::RunHook& order) {
  const caf::actor run = home_system().spawn<HookRun>(
    std::ref(services_), options_, order, caf::actor_cast<caf::actor>(current_sender()));
  if (order.sight.action)
    return; // a person's: it is shown from its beginning on
  begun_.push_back({services_.entities.clock.now(), run.address()});
  if (begun_.size() == 1)
    look_later();
}

void HookDesk::end_task(const protocol::EndTask& order) {
  options_.runner->end_task(order.task);
}

void HookDesk::look_later() {
  delayed_send(this, at_once, protocol::LookAtHooks{});
}

void HookDesk::look(const protocol::LookAtHooks&) {
  const store::Milliseconds until = services_.entities.clock.now() - at_once.count();
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
  home_system().spawn<MachineCommand>(std::ref(services_), options_, order,
                                      caf::actor_cast<caf::actor>(current_sender()));
}

} // namespace orrery::agents

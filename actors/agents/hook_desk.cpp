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
  return {on(&HookDesk::run), on(&HookDesk::run_on_machine)};
}

void HookDesk::run(const protocol::RunHook& order) {
  home_system().spawn<HookRun>(std::ref(services_), options_, order,
                               caf::actor_cast<caf::actor>(current_sender()));
}

void HookDesk::run_on_machine(const protocol::RunOnMachine& order) {
  home_system().spawn<MachineCommand>(std::ref(services_), options_, order,
                                      caf::actor_cast<caf::actor>(current_sender()));
}

} // namespace orrery::agents

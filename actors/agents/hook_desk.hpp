#pragma once

#include "actors/agents/agent_services.hpp"
#include "actors/agents/messages.hpp"
#include "actors/hooks/runner.hpp"
#include "actors/hooks/tool_server.hpp"
#include "actors/providers/provider.hpp"
#include "actors/runtime/counted_actor.hpp"

namespace orrery::agents {

/// What running hooks takes. Outlives all hooks.
struct HookDeskOptions {
  hooks::HookRunner* runner = nullptr;
  hooks::ToolServer* tools = nullptr;
  const providers::Provider* provider = nullptr;
};

/// Takes orders for hooks and commands; each gets an actor of its own (hook_run.hpp, machine_command.hpp).
class HookDesk final : public runtime::CountedActor {
public:
  HookDesk(caf::actor_config& config, AgentServices& services, HookDeskOptions options);

private:
  caf::behavior make_behavior() override;
  void run(const protocol::RunHook& order);
  void run_on_machine(const protocol::RunOnMachine& order);

  AgentServices& services_;
  HookDeskOptions options_;
};

} // namespace orrery::agents

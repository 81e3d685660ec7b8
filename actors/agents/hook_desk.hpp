#pragma once

#include "actors/agents/agent_services.hpp"
#include "actors/agents/messages.hpp"
#include "actors/hooks/debug_sessions.hpp"
#include "actors/hooks/given_input.hpp"
#include "actors/hooks/runner.hpp"
#include "actors/hooks/tool_server.hpp"
#include "actors/providers/provider.hpp"
#include "actors/runtime/counted_actor.hpp"

#include <chrono>
#include <filesystem>
#include <map>
#include <vector>

namespace orrery::agents {

/// Parts that hooks need to run. They outlive all hooks.
struct HookDeskOptions {
  hooks::HookRunner* runner = nullptr;
  hooks::ToolServer* tools = nullptr;
  const providers::Provider* provider = nullptr;
  const hooks::GivenInputs* inputs = nullptr; ///< Null: no client gives any.
  hooks::DebugSessions* debug = nullptr;      ///< Nothing: nobody debugs hooks (a simulation).
  std::filesystem::path kept{};               ///< Kept charms and resources; empty: none are.
};

/// Takes orders for hooks and commands; each gets an actor of its own (hook_run.hpp,
/// machine_command.hpp), which is told if its task is cancelled. Who ordered a hook is told if it
/// is not over within `at_once`, or up to twice that: one timer looks at all of them, and ends with
/// the last.
class HookDesk final : public runtime::CountedActor {
public:
  /// A hook that is over by then need not have been shown to people (W5).
  static constexpr std::chrono::milliseconds at_once{100};

  HookDesk(caf::actor_config& config, const AgentServices& services, HookDeskOptions options);

private:
  caf::behavior make_behavior() override;
  void run(const protocol::RunHook& order);
  void run_on_machine(const protocol::RunOnMachine& order);
  void begins(store::TaskId task, const caf::actor& run);
  void task_ended(const caf::actor_addr& run);
  void end_task(const protocol::EndTask& order);
  void look(const protocol::LookAtHooks&);
  void look_later();

  AgentServices services_; ///< For those that it begins.
  HookDeskOptions options_;
  struct Begun {
    store::Milliseconds at = 0;
    caf::actor_addr run; ///< Most have ended by the time they are looked at.
  };
  std::vector<Begun> begun_; ///< Bounded by what begins within twice `at_once`.
  std::map<store::TaskId, caf::actor_addr> runs_;  ///< Of tasks that have not ended,
  std::map<caf::actor_addr, store::TaskId> tasks_; ///< and the other way round.
};

} // namespace orrery::agents

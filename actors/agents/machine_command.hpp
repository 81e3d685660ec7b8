#pragma once

#include "actors/agents/hook_desk.hpp"

namespace orrery::agents {

/// A user's command on a machine: waits for a place among all that runs at once, runs, tells its
/// machine's agent.
class MachineCommand final : public runtime::CountedActor {
public:
  MachineCommand(caf::actor_config& config,
                 const AgentServices& services,
                 HookDeskOptions options,
                 protocol::RunOnMachine order,
                 caf::actor client);

private:
  caf::behavior make_behavior() override;
  void on_exit() override;
  void start(const protocol::SlotGranted& granted);
  void ended(const protocol::ProgramEnded& message);
  void end_task(const protocol::EndTask& order);

  const ModelServices& model_;
  const ProcessServices& process_;
  HookDeskOptions options_;
  protocol::RunOnMachine order_;
  caf::actor client_;
  bool started_ = false;
  bool over_ = false;
};

} // namespace orrery::agents

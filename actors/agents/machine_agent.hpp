#pragma once

#include "actors/agents/deployer.hpp"
#include "actors/agents/machine_tasks.hpp"

#include <set>
#include <string>
#include <vector>

namespace orrery::agents {

/// A machine's agent: deploys, recalls and removes its principals (M9), and sets its Dying machine
/// Dead (M4). It begins with the machine's record, before there is an instance, so that units can
/// go that never were deployed.
class MachineAgent final : public HostAgent, private Deployer::Owner {
public:
  MachineAgent(caf::actor_config& config, const AgentServices& services, store::MachineId machine);

private:
  caf::behavior make_behavior() override;
  void on_exit() override;
  void machine_seen(const protocol::MachineSeen& seen);
  void unit_seen(const protocol::UnitSeen& seen);
  void set_dead();
  void drain();
  void meet_instance();
  void step_ended() override;
  void unit_forgotten() override;
  void recall_failed(const std::string& unit, const std::string& why) override;
  void say_of_recalls(const std::string& message);
  /// Once no principal is assigned, and nothing is left here: the Dying machine is set Dead (M4), a
  /// Dead one's agent ends (M5).
  void end_when_empty();
  void end_with_machine();
  void task_seen(const protocol::TaskSeen& seen) { tasks_.task_seen(seen); }
  void command_ended(const protocol::HookEnded& ended) { tasks_.command_ended(ended); }

  [[nodiscard]] store::MachineId machine() const { return deployer_.machine(); }

  Deployer deployer_; ///< Of the principals.
  std::optional<protocol::MachineSeen> seen_;
  std::set<std::string> asked_to_go_; ///< Principals of a draining machine (M10).
  MachineTasks tasks_;
  bool setting_dead_ = false;
  bool setting_dying_ = false;
  bool abandoning_ = false;
  bool over_ = false;                ///< The machine is Dead, or gone.
  bool has_said_of_recalls_ = false; ///< Its status says that one fails.
};

} // namespace orrery::agents

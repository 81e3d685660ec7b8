#pragma once

#include "actors/agents/failures.hpp"
#include "actors/agents/host_agent.hpp"

#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace orrery::agents {

/// Begins the agents and keeps them running: one machine agent a machine, the provisioner, the
/// janitor. These end what a removal has begun, while its user waits for nothing (L11). An agent
/// that crashes begins again from its records (L10); one that keeps crashing is shown, not
/// restarted for ever.
class Supervisor final : public HostAgent {
public:
  Supervisor(caf::actor_config& config,
             const AgentServices& services,
             const store::Database& model);

private:
  struct Child {
    std::string name; ///< For the log.
    std::function<caf::actor()> begin;
    caf::actor agent{}; ///< Kept: whom it observes may be gone before it has ended.
    Failures failures{};
  };
  caf::behavior make_behavior() override;
  /// Ends the agents, which end theirs: the model goes.
  void end_with_agents(caf::error reason);
  void model_seen(const protocol::ModelSeen& seen);
  void child_down(const caf::down_msg& down);
  void start(Child child);
  void forget_leftovers();

  const store::Database& model_;
  store::MachineId next_machine_ = 0; ///< An agent has begun for each that is below it.
  std::map<caf::actor_addr, Child> children_;
};

} // namespace orrery::agents

#pragma once

#include "actors/agents/agent.hpp"

#include <cstdint>
#include <functional>
#include <map>

namespace orrery::agents {

/// An agent that works on its host, too: it asks the providers there and goes on with what they
/// did. The supervisor begins such agents, or a deployer.
class HostAgent : public Agent {
public:
  HostAgent(caf::actor_config& config, const AgentServices& services)
    : Agent(config, services), of_host_(services.host) {}

  using OnProvider = std::function<void(const protocol::ProviderDone&)>;

  [[nodiscard]] HostServices& of_host() const { return of_host_; }
  /// For an agent that this one begins.
  [[nodiscard]] AgentServices services() const { return {of_model(), of_host_, of_process()}; }
  /// Gives a task to the provider of this machine.
  void ask_provider(store::MachineId machine, protocol::ProviderTask task, OnProvider then);
  /// Whether a provider has not answered yet.
  [[nodiscard]] bool awaits_providers() const { return !tasks_.empty(); }

protected:
  // Handler for the behavior of the derived class.
  void provided(const protocol::ProviderDone& outcome);

private:
  HostServices& of_host_;
  std::map<std::uint64_t, OnProvider> tasks_; ///< Bounded by what the agent asks at once.
};

} // namespace orrery::agents

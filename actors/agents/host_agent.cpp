#include "actors/agents/host_agent.hpp"

#include <utility>

namespace orrery::agents {

void HostAgent::ask_provider(store::MachineId machine,
                             protocol::ProviderTask task,
                             OnProvider then) {
  const std::uint64_t ticket = next_ticket();
  tasks_.emplace(ticket, std::move(then));
  const caf::actor provider = of_host_.providers[machine % of_host_.providers.size()];
  send(provider, protocol::AskProvider{ticket, std::move(task)});
}

void HostAgent::provided(const protocol::ProviderDone& outcome) {
  const auto found = tasks_.find(outcome.ticket);
  if (found == tasks_.end())
    return;
  const OnProvider then = std::move(found->second);
  tasks_.erase(found);
  then(outcome);
}

} // namespace orrery::agents

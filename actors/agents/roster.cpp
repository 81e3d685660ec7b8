#include "actors/agents/roster.hpp"

#include <caf/actor_cast.hpp>

namespace orrery::agents {

std::string Roster::machine(store::MachineId id) {
  return "machine " + std::to_string(id);
}

void Roster::begun(const std::string& whose, const caf::actor_addr& agent) {
  const std::lock_guard lock(mutex_);
  agents_[whose] = agent;
}

void Roster::ended(const std::string& whose, const caf::actor_addr& agent) {
  const std::lock_guard lock(mutex_);
  const auto found = agents_.find(whose);
  if (found != agents_.end() && found->second == agent)
    agents_.erase(found);
}

caf::actor Roster::find(const std::string& whose) const {
  const std::lock_guard lock(mutex_);
  const auto found = agents_.find(whose);
  return found == agents_.end() ? caf::actor{} : caf::actor_cast<caf::actor>(found->second);
}

} // namespace orrery::agents

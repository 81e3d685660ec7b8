#pragma once

#include "cmd/simulate/agent_side.hpp"
#include "test/bench/entity_system.hpp"
#include "test/bench/fresh_store.hpp"

#include <set>

namespace orrery::bench {

/// All of the orchestrator's actors in one thread, agents included, upon two real stores; machines
/// and units are made at once, and no charm has a hook.
class WholeSystem {
public:
  /// @param idle_agents so many units' agents stay although they have nothing to do
  /// @param buffer bytes that either store holds in memory before it writes a file
  WholeSystem(std::uint32_t idle_agents, std::uint64_t buffer);
  ~WholeSystem();
  WholeSystem(const WholeSystem&) = delete;
  WholeSystem& operator=(const WholeSystem&) = delete;

  /// Runs these commands, some at once, until all that they cause is over.
  void run(const std::vector<protocol::Command>& commands);
  [[nodiscard]] const EntitySystem& entities() const { return entities_; }
  /// The agents' store.
  [[nodiscard]] const CountingDatabase& notes() const { return notes_; }
  [[nodiscard]] store::Contents contents() const;

private:
  FreshStore model_store_;
  FreshStore notes_store_;
  CountingDatabase notes_;
  std::set<std::string> instances_;
  EntitySystem entities_;
  agents::ProcessServices process_;
  simulate::AgentSide agents_;
  caf::actor supervisor_;
};

} // namespace orrery::bench

#pragma once

#include "actors/hooks/runner.hpp"
#include "actors/protocol/agents.hpp"
#include "cmd/simulate/findings.hpp"
#include "store/contents.hpp"

#include <caf/actor_addr.hpp>

#include <functional>
#include <map>
#include <optional>
#include <string>

namespace orrery::simulate {

/// Holds programs that run on a machine at the same time against its turns (A10, A11): no two that
/// want the same turn. A turn goes with the agent that had it, so that a program whose agent has
/// ended counts no more.
class TurnJudge {
public:
  /// Finds the agent of a unit; invalid: it has none.
  using AgentOf = std::function<caf::actor_addr(const std::string& unit)>;

  TurnJudge(Findings& findings, AgentOf agent_of)
    : findings_(findings), agent_of_(std::move(agent_of)) {}

  void began(const hooks::HookJob& job, const store::Contents& contents);
  void ended(const hooks::HookJob& job);
  /// All programs are dead.
  void process_died() { holders_.clear(); }

private:
  struct Holder {
    std::string unit; ///< Empty: a command on the machine itself, which has its turn to its end.
    std::uint64_t task = 0;
    caf::actor_addr agent;
  };

  Findings& findings_;
  AgentOf agent_of_;
  std::map<protocol::MachineTurn, Holder> holders_;
};

} // namespace orrery::simulate

#pragma once

#include "actors/agents/roster.hpp"
#include "actors/protocol/agents.hpp"
#include "actors/protocol/commands.hpp"
#include "cmd/simulate/ask_agent.hpp"

#include <caf/event_based_actor.hpp>

#include <cstdint>
#include <functional>
#include <map>
#include <set>

namespace orrery::simulate {

/// Gets the answers, and asks agents: one that has ended answers nobody any more.
class Caller final : public caf::event_based_actor {
public:
  using OnAnswer = std::function<void(const protocol::Answer&)>;
  using OnCommand = std::function<void(const protocol::CommandEnded&)>;
  Caller(caf::actor_config& config, OnAnswer answered, OnCommand ended, agents::Roster& roster);

private:
  caf::behavior make_behavior() override;
  void command_ended(const protocol::CommandEnded& ended);
  void ask(const AskAgent& order);
  void agent_down(const caf::actor_addr& agent);

  OnAnswer answered_;
  OnCommand ended_;
  agents::Roster& roster_;
  std::map<caf::actor_addr, std::set<std::uint64_t>> asked_;
  std::set<std::uint64_t> given_up_;
};

} // namespace orrery::simulate

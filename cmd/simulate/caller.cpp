#include "cmd/simulate/caller.hpp"

#include "actors/entities/messages.hpp"

#include <caf/actor_cast.hpp>
#include <caf/system_messages.hpp>

#include <utility>

namespace orrery::simulate {

Caller::Caller(caf::actor_config& config,
               OnAnswer answered,
               OnCommand ended,
               agents::Roster& roster)
  : event_based_actor(config), answered_(std::move(answered)), ended_(std::move(ended)),
    roster_(roster) {
  set_down_handler(
    [this](caf::scheduled_actor*, const caf::down_msg& down) { agent_down(down.source); });
}

caf::behavior Caller::make_behavior() {
  return {[this](const protocol::Answer& answer) { answered_(answer); },
          [this](const protocol::CommandEnded& ended) { command_ended(ended); },
          [this](const AskAgent& order) { ask(order); }};
}

void Caller::command_ended(const protocol::CommandEnded& ended) {
  for (auto& [agent, tickets] : asked_)
    tickets.erase(ended.ticket);
  if (!given_up_.contains(ended.ticket))
    ended_(ended);
}

void Caller::ask(const AskAgent& order) {
  const std::uint64_t ticket = order.command.ticket;
  const caf::actor agent =
    roster_.run_command(order.whose, caf::actor_cast<caf::actor>(this), order.command);
  if (!agent)
    return ended_({ticket, "nobody acts for it now", {}, 0, 0});
  monitor(agent);
  asked_[agent.address()].insert(ticket);
}

/// One that had to begin another may have handed the command on: what that says comes too late
/// then.
void Caller::agent_down(const caf::actor_addr& agent) {
  given_up_.insert(asked_[agent].begin(), asked_[agent].end());
  for (const std::uint64_t ticket : asked_[agent])
    ended_({ticket, "its agent has ended", {}, 0, 0});
  asked_.erase(agent);
}

} // namespace orrery::simulate

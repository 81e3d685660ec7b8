#include "actors/agents/deployer.hpp"
#include "actors/agents/provider_fault.hpp"
#include "actors/runtime/log.hpp"

#include <caf/actor_cast.hpp>
#include <caf/send.hpp>

#include <algorithm>
#include <utility>

/// How agents of units end: those that crash begin again, those that are told to are waited for, so
/// that none writes a note of a unit that is gone.
namespace orrery::agents {

/// `then` is called when the unit has no agent any more, and every note that it wrote can be read.
void Deployer::end_agent(const std::string& unit, Held& held, std::function<void()> then) {
  rests_no_more(unit, held);
  for (auto& [agent, ending] : ending_)
    if (ending.unit == unit) { // it ends already
      ending.then = [first = std::move(ending.then), then = std::move(then)] {
        first();
        then();
      };
      return;
    }
  const caf::actor agent = held.agent ? held.agent : earlier_agent(unit);
  if (!agent)
    return agent_.read_notes(std::move(then)); // of one that failed
  if (!held.agent)
    agent_.monitor(agent);
  ending_.emplace(agent.address(), Ending{unit, std::move(then), agent, false});
  caf::anon_send_exit(agent, caf::exit_reason::user_shutdown);
  set_agent(held, nullptr);
}

/// Begun by a holder that failed, in whose place this one is: it may take its time to end.
/// @pre the unit has no agent of this holder's.
caf::actor Deployer::earlier_agent(const std::string& unit) const {
  return agent_.of_model().roster.find(unit);
}

void Deployer::agent_ended(const caf::actor_addr& agent) {
  if (quitting_) {
    ending_.erase(agent);
    return quit_when_alone();
  }
  Ending& ending = ending_.at(agent);
  ending.down = true;
  rests_no_more(ending.unit); // it had gone to rest before it heard
  // Behind what it has written last: whoever reads its notes then reads all of them.
  agent_.note({}, [this, agent] {
    const auto ended = ending_.extract(agent);
    ended.mapped().then();
    consider(ended.mapped().unit); // the host may have been found again
  });
}

bool Deployer::is_ending(const std::string& unit) const {
  return std::any_of(ending_.begin(), ending_.end(),
                     [&](const auto& entry) { return entry.second.unit == unit; });
}

/// An agent ends after those that it has begun.
void Deployer::end_with_agents(caf::error reason) {
  quitting_ = std::move(reason);
  self_ = caf::actor_cast<caf::actor>(&agent_);
  agent_.take_no_messages();
  std::erase_if(ending_, [](const auto& entry) { return entry.second.down; });
  for (auto& [unit, held] : units_) {
    held.next_at = 0;
    held.busy = true;
    rests_no_more(unit, held); // whoever deploys it next looks after it
    if (held.agent)
      end_agent(unit, held, [] {});
  }
  quit_when_alone();
}

void Deployer::quit_when_alone() {
  if (quitting_ && ending_.empty())
    agent_.quit(std::move(*quitting_));
}

/// Whoever begins in this agent's place begins their agents anew: no unit has two.
void Deployer::on_exit() {
  for (const auto& [unit, held] : units_)
    if (held.agent)
      caf::anon_send_exit(held.agent, caf::exit_reason::user_shutdown);
  for (const auto& [unit, held] : units_)
    agent_.of_process().beginnings.withdraw(agent_.of_model().roster, unit);
  units_.clear();
  ending_.clear();
  self_ = {};
}

/// Backs off although the provider can deploy the unit each time, and fails only in what its agent
/// asks for then (P30).
store::Milliseconds Deployer::delay_after(Failures& faults) const {
  constexpr std::uint32_t most_doublings = 9; // beyond the longest delay
  (void)faults.may_begin_again(agent_.now());
  return std::min(longest_provider_delay,
                  first_provider_delay << std::min(faults.count() - 1, most_doublings));
}

void Deployer::agent_down(const caf::down_msg& down) {
  if (ending_.contains(down.source))
    return agent_ended(down.source);
  for (auto& [unit, held] : units_) {
    if (!held.agent || held.agent.address() != down.source)
      continue;
    set_agent(held, nullptr);
    const bool crashed = down.reason && down.reason != caf::exit_reason::user_shutdown;
    if (!crashed) {
      if (agent_.of_model().roster.rests(unit))
        let_rest(unit, held);
      return;
    }
    if (const auto why = fault_of_provider(down.reason)) {
      held.prepared = false; // whether its directory is whole is asked anew
      held.delay = std::max(held.delay, delay_after(held.faults));
      return try_later(unit, *why);
    }
    if (!held.failures.may_begin_again(agent_.now()))
      return give_up(unit,
                     "agent failed again and again: " + agent_.home_system().render(down.reason));
    runtime::log("agent")->error("an agent failed and starts again{}",
                                 runtime::field("unit", unit)
                                   + runtime::field("why", agent_.home_system().render(down.reason))
                                   + agent_.of_model().log_fields());
    return consider(unit);
  }
}

} // namespace orrery::agents

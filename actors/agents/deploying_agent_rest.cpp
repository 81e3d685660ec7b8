#include "actors/agents/command_job.hpp"
#include "actors/agents/deploying_agent.hpp"

#include <caf/send.hpp>

#include <utility>

/// Agents of units that rest, and are begun again when there is news for them.
namespace orrery::agents {

/// What it has seen of the unit is let go of, too: the first that changes stirs it.
void DeployingAgent::let_rest(const std::string& unit, Held& held) {
  held.resting = held.rested = true;
  held.seen.reset();
  if (const auto who = services().entities.directory.find_unit(unit))
    unobserve(*who);
  if (services().roster.is_stirred(unit))
    stir(unit);
}

/// The roster knows it as one that rests until its agent has begun: so a command that comes meanwhile comes here, and
/// whoever takes this agent's place begins it.
void DeployingAgent::stir(const std::string& unit) {
  const auto found = units_.find(unit);
  if (found == units_.end() || !assigned_known_)
    return;
  Held& held = found->second;
  if (held.agent && services().roster.rests(unit))
    return; // it goes to rest: its end is heard of soon
  const auto who = services().entities.directory.find_unit(unit);
  if (std::exchange(held.resting, false) && who && held.assigned)
    observe(*who); // it goes on when that is seen
  else
    consider(unit);
}

void DeployingAgent::rests_no_more(const std::string& unit, Held& held) {
  held.resting = false;
  rests_no_more(unit);
}

/// As its agent does that ends: the unit may be the one that its application has told that nobody leads.
void DeployingAgent::rests_no_more(const std::string& unit) {
  if (!services().roster.rests_no_more(unit))
    return;
  const std::string application(store::application_of(unit));
  if (const caf::actor entity = services().entities.directory.find(rules::application(application)))
    send(entity, protocol::Unobserve{unit});
}

/// A command goes to whoever acts for the unit by now, or waits until its agent begins.
void DeployingAgent::stirred_by_command(const StirredByCommand& news) {
  if (services().roster.is_there(news.unit)) {
    (void)services().roster.run_command(news.unit, news.client, news.order);
    return;
  }
  const auto found = units_.find(news.unit);
  const bool will_begin = found != units_.end() && found->second.deployed && !found->second.failed
                          && found->second.next_at == 0 && lost_.empty() && !leaving_
                          && !is_ending(news.unit);
  if (!will_begin)
    return refuse(news, "nobody acts for it now: orrery status says why");
  std::vector<StirredByCommand>& orders = orders_[news.unit];
  if (orders.size() == most_commands)
    return refuse(news, "so many commands wait for its agent already: try again later");
  orders.push_back(news);
  stir(news.unit);
}

void DeployingAgent::refuse_orders(const std::string& unit) {
  const auto refused = orders_.extract(unit);
  if (!refused)
    return;
  for (const StirredByCommand& order : refused.mapped())
    refuse(order, "nobody acts for it now: orrery status says why");
}

void DeployingAgent::refuse(const StirredByCommand& order, const char* why) {
  protocol::CommandEnded ended;
  ended.ticket = order.order.ticket;
  ended.fault = why;
  ended.ended_at = now();
  caf::anon_send(order.client, std::move(ended));
}

} // namespace orrery::agents

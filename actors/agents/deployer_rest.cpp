#include "actors/agents/command_job.hpp"
#include "actors/agents/deployer.hpp"

#include <caf/send.hpp>

#include <algorithm>
#include <utility>

/// Agents of units that rest, and are begun again when there is news for them.
namespace orrery::agents {

/// Forgets what was seen of the unit, too: the first that changes stirs it.
void Deployer::let_rest(const std::string& unit, Held& held) {
  held.resting = held.rested = true;
  held.seen.reset();
  held.looked = false;
  if (const auto who = services().entities.directory.find_unit(unit))
    agent_.unobserve(*who);
  if (services().roster.is_stirred(unit))
    stir(unit);
  else
    owner_.unit_rests();
}

bool Deployer::all_rest() const {
  return is_still() && orders_.empty() && early_orders_.empty()
         && std::all_of(units_.begin(), units_.end(), [](const auto& unit) {
              const Held& held = unit.second;
              return held.resting && !held.waits && held.assigned && held.deployed && !held.agent;
            });
}

/// Subordinates and units with commands come first: a principal or a person waits for them.
bool Deployer::take_place(const std::string& unit) {
  const bool first = is_principal() || orders_.contains(unit);
  return services().beginnings.take_place(unit, agent_.address(), first);
}

void Deployer::may_begin(const MayBegin& turn) {
  const auto found = units_.find(turn.unit);
  if (found != units_.end() && std::exchange(found->second.waits, false))
    stir(turn.unit);
  else
    services().beginnings.give_back(turn.unit);
}

/// Gives the place of a unit back whose agent is not about to begin.
void Deployer::give_back_unused_place(const std::string& unit) {
  const auto found = units_.find(unit);
  if (found == units_.end())
    return;
  const Held& held = found->second;
  const bool is_judged = held.seen || held.resting || !held.assigned;
  if (!held.agent && !held.busy && is_judged)
    services().beginnings.give_back(unit);
}

/// The roster knows it as one that rests until its agent has begun: so a command that comes
/// meanwhile comes here, and whoever takes this agent's place begins it.
void Deployer::stir(const std::string& unit) {
  const auto found = units_.find(unit);
  if (found == units_.end() || !assigned_known_)
    return;
  Held& held = found->second;
  if (held.agent && services().roster.rests(unit))
    return; // it goes to rest: its end is heard of soon
  if (!held.resting || !held.assigned || !services().entities.directory.find_unit(unit)) {
    held.resting = false;
    return consider(unit);
  }
  held.waits = !take_place(unit);
  held.resting = held.waits;
  if (!held.waits)
    look_at(unit, held);
}

void Deployer::rests_no_more(const std::string& unit, Held& held) {
  held.resting = false;
  if (std::exchange(held.waits, false))
    services().beginnings.withdraw(unit);
  rests_no_more(unit);
}

/// Does what its agent does that ends: the unit may be the one that its application has told that
/// nobody leads.
void Deployer::rests_no_more(const std::string& unit) {
  if (!services().roster.rests_no_more(unit))
    return;
  services().update_status.forget(unit);
  const std::string application(store::application_of(unit));
  if (const caf::actor entity = services().entities.directory.find(rules::application(application)))
    agent_.send(entity, protocol::Unobserve{unit});
}

/// A command goes to whoever acts for the unit by now, or waits until its agent begins, or that of
/// its principal.
void Deployer::stirred_by_command(const StirredByCommand& news) {
  const std::string& whom = news.through.empty() ? news.unit : news.through;
  if (services().roster.is_there(whom)) {
    if (!services().roster.run_command(news.unit, news.client, news.order))
      refuse(news);
    return;
  }
  const auto found = units_.find(whom);
  const bool will_begin = found != units_.end() && found->second.deployed && !found->second.failed
                          && found->second.next_at == 0 && lost_.empty() && !leaving_
                          && !is_ending(whom);
  if (assigned_known_ && !will_begin)
    return refuse(news);
  std::vector<StirredByCommand>& orders = assigned_known_ ? orders_[whom] : early_orders_;
  if (orders.size() == most_commands)
    return refuse(news, "so many commands wait for its agent already: try again later");
  orders.push_back(news);
  stir(whom);
}

void Deployer::refuse_orders(const std::string& unit) {
  const auto refused = orders_.extract(unit);
  if (!refused)
    return;
  for (const StirredByCommand& order : refused.mapped())
    refuse(order);
}

void Deployer::refuse(const StirredByCommand& order, const char* why) {
  protocol::CommandEnded ended;
  ended.ticket = order.order.ticket;
  ended.fault = why;
  ended.ended_at = agent_.now();
  caf::anon_send(order.client, std::move(ended));
}

} // namespace orrery::agents

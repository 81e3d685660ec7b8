#include "actors/agents/deploying_agent.hpp"

#include "actors/agents/unit_agent.hpp"
#include "actors/runtime/log.hpp"
#include "actors/workflow/local.hpp"

#include <caf/actor_cast.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <utility>

namespace orrery::agents {

DeployingAgent::DeployingAgent(caf::actor_config& config,
                               AgentServices& services,
                               store::MachineId machine,
                               std::string holder)
  : Agent(config, services), machine_(machine), holder_(std::move(holder)) {
  // The message stays a part of the activity until this agent has ended.
  set_exit_handler([this](caf::scheduled_actor*, caf::exit_msg& message) {
    end_with_agents(std::move(message.reason));
  });
}

DeployingAgent::Sight::Sight(const protocol::UnitSeen& seen)
  : life(seen.unit.life), gone(seen.gone), scoped(!seen.scopes.empty()),
    ran(!seen.status.workflow.empty() && seen.status.workflow != "new"),
    application(seen.unit.application), principal(seen.unit.principal), charm(seen.unit.charm) {
  for (const protocol::SubordinateSeen& subordinate : seen.subordinates)
    subordinates.push_back(subordinate.unit);
}

void DeployingAgent::set_address(std::string address) {
  if (address_ == address)
    return;
  address_ = std::move(address);
  if (!lost_.empty()) {
    lost_.clear();
    recall_notes(); // a host that was found again has what it had
  }
  std::vector<std::string> names;
  for (const auto& [name, held] : units_)
    names.push_back(name);
  for (const std::string& name : names)
    consider(name);
}

void DeployingAgent::set_units(const std::vector<std::string>& units) {
  assigned_known_ = true;
  for (auto& [name, held] : units_)
    held.assigned = false;
  for (const std::string& unit : units)
    units_[unit].assigned = true;
  std::vector<std::string> to_consider;
  for (auto& [name, held] : units_) {
    if (held.assigned && !held.looked && !held.busy && !held.resting)
      look_at(name, held);
    to_consider.push_back(name);
  }
  for (const std::string& name : to_consider)
    if (services().roster.is_stirred(name))
      stir(name);
    else
      consider(name);
  for (const StirredByCommand& order : std::exchange(early_orders_, {}))
    stirred_by_command(order);
}

/// Observes the unit's entity; the next step comes with its answer.
void DeployingAgent::look_at(const std::string& unit, Held& held) {
  if (const auto who = services().entities.directory.find_unit(unit))
    held.looked = observe(*who);
}

bool DeployingAgent::deployed_unit_seen(const protocol::UnitSeen& seen) {
  const auto held = units_.find(seen.unit.name);
  if (held == units_.end())
    return false;
  if (!held->second.looked)
    return true; // an earlier one had looked; or it rests, and is looked at when there is news for its agent
  const bool is_first = !held->second.seen;
  held->second.seen = std::make_unique<Sight>(seen);
  if (is_first && held->second.deployed && !lost_.empty())
    say_lost(seen.unit.name, lost_); // the host was lost before its subordinates were known
  consider(seen.unit.name);
  return true;
}

bool DeployingAgent::none_alive() const {
  return std::all_of(units_.begin(), units_.end(), [](const auto& unit) {
    const Held& held = unit.second;
    return !held.assigned || (held.seen && held.seen->life != store::Life::Alive);
  });
}

void DeployingAgent::consider(const std::string& unit) {
  take_step(unit);
  give_back_unused_place(unit);
}

void DeployingAgent::take_step(const std::string& unit) {
  const auto found = units_.find(unit);
  if (found == units_.end() || found->second.busy || !assigned_known_)
    return; // what is noted must not be taken for what is not assigned any more
  Held& held = found->second;
  const bool gone = !held.assigned || (held.seen && held.seen->gone);
  if (gone)
    return held.deployed ? recall(unit, held) : forget(unit);
  if (!held.seen)
    return;
  const store::Life life = held.seen->life;
  if (life == store::Life::Dead)
    return is_deployed(held) ? recall(unit, held) : remove_never_run(unit, held); // U8
  const bool to_run = life == store::Life::Alive || holds_something(held);
  if (!held.prepared && !to_run && (!held.deployed || !ever_ran(unit)))
    return remove_never_run(unit, held); // M9, U11
  if (!held.prepared && !held.resting)
    return deploy(unit, held); // also if an earlier process was stopped in the middle
  if (!held.agent && !held.failed && !held.resting && !is_ending(unit))
    start_agent(unit, held);
}

void DeployingAgent::deploy(const std::string& unit, Held& held) {
  const bool alive = held.seen->life == store::Life::Alive;
  if (alive && (dying_ || held.unwanted) && !holds_something(held) && !ever_ran(unit))
    return end_undeployed(unit, held,
                          dying_ ? "its principal is not alive (B4)"
                                 : "its application is not alive (U10)");
  const auto charm = services().entities.charms.find(held.seen->charm);
  if (address_.empty() || charm == nullptr || held.next_at > now())
    return watch_application(held); // consider() comes again with the instance, or in time
  held.busy = true;
  if (held.deployed)
    return prepare(unit, charm->directory);
  // Noted first: whatever the provider has begun is recalled after a crash.
  note({{note_key(unit), std::string("1")}},
       [this, unit, host = host_, directory = charm->directory] {
         if (host != host_)
           return done(unit);
         units_[unit].deployed = true;
         prepare(unit, directory);
       });
}

void DeployingAgent::prepare(const std::string& unit, const std::filesystem::path& charm) {
  ask_provider(machine_, protocol::DeployUnit{machine_, unit, charm},
               [this, unit, host = host_](const auto& outcome) {
                 if (host != host_)
                   return done(unit);
                 if (!outcome.ok)
                   return try_later(unit, outcome.error);
                 units_[unit].prepared = true;
                 units_[unit].delay = first_delay;
                 done(unit);
               });
}

void DeployingAgent::start_agent(const std::string& unit, Held& held) {
  if (earlier_agent(unit))
    return end_agent(unit, held,
                     [] {}); // no unit has two; consider() comes again when it has ended
  UnitAgentOptions options{unit,
                           held.seen->application,
                           held.seen->principal,
                           machine_,
                           address_,
                           std::exchange(held.rested, false),
                           {}};
  if (auto orders = orders_.extract(unit))
    options.orders = std::move(orders.mapped());
  unwatch_application(held);
  held.agent = home_system().spawn<UnitAgent>(std::ref(services()), std::move(options));
  monitor(held.agent);
}

/// What only its agent can let go of. An agents' store that was lost does not say that it is
/// deployed: the model does (S10).
bool DeployingAgent::holds_something(const Held& held) const {
  return held.seen->scoped || !held.seen->subordinates.empty();
}

/// The model says so where the agents' store was lost.
bool DeployingAgent::is_deployed(const Held& held) const {
  return held.deployed || (held.seen && held.seen->ran);
}

/// No agent ever ran: Dead and removed without a hook (U11). What the provider has begun is
/// recalled once it is seen Dead.
void DeployingAgent::remove_never_run(const std::string& unit, Held& held) {
  held.busy = true;
  ask(protocol::SetUnitDead{unit}, [this, unit](const protocol::Answer& answer) {
    Held& dead = units_[unit];
    const bool gone = answer.ok() || answer.code == protocol::Code::NotFound;
    if (gone && !is_deployed(dead))
      return delete_unit(unit);
    dead.busy = false; // it waits for something; the next observation brings it here again
    const bool contended = answer.verdict == protocol::Verdict::Contended; // L8
    if (contended || (gone && dead.seen && dead.seen->life == store::Life::Dead))
      consider(unit);
  });
}

void DeployingAgent::recall(const std::string& unit, Held& held) {
  if (held.next_at > now())
    return; // its next try has a time
  held.busy = true;
  end_agent(unit, held, [this, unit] {
    tell_forced(unit, [this, unit] {
      std::vector<std::string> all = deployed_by(unit);
      all.insert(all.begin(), unit);
      recall_all(unit, std::move(all));
    });
  });
}

/// Last first: what it has deployed itself and force has taken from the model before that was recalled, then itself.
void DeployingAgent::recall_all(const std::string& unit, std::vector<std::string> left) {
  const std::string next = left.back();
  left.pop_back();
  ask_provider(machine_, protocol::RecallUnit{machine_, next},
               [this, unit, next, left = std::move(left)](const auto& outcome) {
                 if (!outcome.ok && !leaving_)
                   return try_later(unit, outcome.error);
                 rests_no_more(next);
                 if (services().unit_recalled)
                   services().unit_recalled(next);
                 if (left.empty())
                   delete_unit(unit);
                 else
                   recall_all(unit, left);
               });
}

void DeployingAgent::delete_unit(const std::string& unit) {
  ask(protocol::DeleteUnit{unit}, [this, unit](const protocol::Answer& answer) {
    const bool gone = answer.ok() || answer.code == protocol::Code::NotFound;
    if (!gone && units_[unit].assigned) {
      runtime::log("agent")->warn("a unit cannot be deleted yet{}",
                                  runtime::field("unit", unit)
                                    + runtime::field("why", answer.text));
      return done(unit);
    }
    note(notes_of(unit), [this, unit] { forget(unit); });
  });
}

void DeployingAgent::forget(const std::string& unit) {
  unwatch_application(units_[unit]);
  rests_no_more(unit, units_[unit]);
  refuse_orders(unit);
  services().beginnings.withdraw(unit);
  units_.erase(unit);
  unit_forgotten();
  step_ended();
}

void DeployingAgent::done(const std::string& unit) {
  units_[unit].busy = false;
  consider(unit);
  step_ended();
}

} // namespace orrery::agents

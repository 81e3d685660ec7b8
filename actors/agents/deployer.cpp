#include "actors/agents/deployer.hpp"

#include "actors/agents/unit_agent.hpp"
#include "actors/runtime/log.hpp"
#include "actors/workflow/unit_notes.hpp"

#include <caf/actor_cast.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <utility>

namespace orrery::agents {

Deployer::Deployer(HostAgent& agent, Owner& owner, store::MachineId machine, std::string holder)
  : agent_(agent), owner_(owner), machine_(machine), holder_(std::move(holder)) {
  // The message stays a part of the activity until this agent has ended.
  agent_.set_exit_handler([this](caf::scheduled_actor*, caf::exit_msg& message) {
    end_with_agents(std::move(message.reason));
  });
}

void Deployer::set_address(std::string address) {
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

void Deployer::set_units(const std::vector<std::string>& units) {
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
    if (agent_.of_model().roster.is_stirred(name))
      stir(name);
    else
      consider(name);
}

/// Observes the unit's entity; the next step comes with its answer.
void Deployer::look_at(const std::string& unit, Held& held) {
  if (const auto who = agent_.model().find_unit(unit))
    held.looked = agent_.observe(*who);
}

bool Deployer::deployed_unit_seen(const protocol::UnitSeen& seen) {
  const auto held = units_.find(seen.unit.name);
  if (held == units_.end())
    return false;
  if (!held->second.looked)
    return true; // an earlier one had looked; or it rests, and is looked at once there is news
  const bool is_first = !held->second.seen;
  held->second.seen = std::make_unique<DeployedUnit>(seen);
  if (is_first && held->second.deployed && !lost_.empty())
    say_lost(seen.unit.name, lost_); // the host was lost before its subordinates were known
  consider(seen.unit.name);
  return true;
}

bool Deployer::none_alive() const {
  return std::all_of(units_.begin(), units_.end(), [](const auto& unit) {
    const Held& held = unit.second;
    return !held.assigned || (held.seen && held.seen->life != store::Life::Alive);
  });
}

void Deployer::consider(const std::string& unit) {
  take_step(unit);
  give_back_unused_place(unit);
}

void Deployer::take_step(const std::string& unit) {
  const auto found = units_.find(unit);
  if (found == units_.end())
    return;
  Held& held = found->second;
  const auto has_charm = [&] { return agent_.model().charm(held.seen->charm) != nullptr; };
  const auto ends = [&] { return is_ending(unit); };
  const auto ran = [&] { return ever_ran(unit); };
  switch (next_for(held, host(), agent_.now(), has_charm, ends, ran)) {
  case DeploymentStep::Nothing:
    return;
  case DeploymentStep::Forget:
    return forget(unit);
  case DeploymentStep::Recall:
    return recall(unit, held);
  case DeploymentStep::RemoveNeverRun:
    return remove_never_run(unit, held);
  case DeploymentStep::DeleteSubordinate:
    return delete_subordinate(unit, held);
  case DeploymentStep::EndUndeployed:
    return end_undeployed(unit, held);
  case DeploymentStep::AwaitHost:
    return watch_application(held); // consider() comes again with the instance, or in time
  case DeploymentStep::Deploy:
    return deploy(unit, held);
  case DeploymentStep::BeginAgent:
    return start_agent(unit, held);
  }
}

DeploymentHost Deployer::host() const {
  return {assigned_known_, !address_.empty(), !lost_.empty(), !dying_};
}

void Deployer::deploy(const std::string& unit, Held& held) {
  const auto found = agent_.model().charm(held.seen->charm);
  if (found == nullptr)
    return; // the unit has been given another one since, as it will be seen to have
  protocol::DeployUnit order{machine_, unit, found->directory, found->revision};
  held.busy = true;
  if (held.deployed) {
    order.had_copy = was_installed(unit);
    return prepare(std::move(order));
  }
  // Noted first: whatever the provider has begun is recalled after a crash.
  agent_.note({{note_key(unit), std::string("1")}}, [this, host = host_, order = std::move(order)] {
    if (host != host_)
      return done(order.unit);
    units_[order.unit].deployed = true;
    prepare(order);
  });
}

void Deployer::prepare(protocol::DeployUnit order) {
  const std::string unit = order.unit;
  agent_.ask_provider(machine_, std::move(order), [this, unit, host = host_](const auto& outcome) {
    if (host != host_)
      return done(unit);
    if (!outcome.ok)
      return try_later(unit, outcome.error);
    units_[unit].prepared = true;
    units_[unit].delay = first_provider_delay;
    done(unit);
  });
}

void Deployer::start_agent(const std::string& unit, Held& held) {
  if (earlier_agent(unit))
    return end_agent(unit, held,
                     [] {}); // no unit has two; consider() comes again when it has ended
  ActsFor acts_for{unit,     held.seen->application,           held.seen->principal, machine_,
                   address_, std::exchange(held.rested, false)};
  unwatch_application(held);
  set_agent(held, agent_.home_system().spawn<UnitAgent>(agent_.services(), std::move(acts_for)));
  agent_.monitor(held.agent);
}

/// No agent ever ran: Dead and removed without a hook (U11). What the provider has begun is
/// recalled once it is seen Dead.
void Deployer::remove_never_run(const std::string& unit, Held& held) {
  held.busy = true;
  agent_.ask(protocol::SetUnitDead{unit}, [this, unit](const protocol::Answer& answer) {
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

/// U8: what is here of it ends, then its record goes.
void Deployer::recall(const std::string& unit, Held& held) {
  held.busy = true;
  end_agent(unit, held, [this, unit] {
    tell_forced(unit, [this, unit] {
      std::vector<std::string> all = deployed_by(unit);
      all.insert(all.begin(), unit);
      recall_all(unit, std::move(all));
    });
  });
}

/// Last first: what it has deployed itself and force has taken from the model before that was
/// recalled, then itself.
void Deployer::recall_all(const std::string& unit, std::vector<std::string> left) {
  const std::string next = left.back();
  left.pop_back();
  agent_.ask_provider(machine_, protocol::RecallUnit{machine_, next},
                      [this, unit, next, left = std::move(left)](const auto& outcome) {
                        if (!outcome.ok && !leaving_)
                          return try_later(unit, outcome.error);
                        rests_no_more(next);
                        if (agent_.of_host().unit_recalled)
                          agent_.of_host().unit_recalled(next);
                        if (left.empty())
                          delete_unit(unit);
                        else
                          recall_all(unit, left);
                      });
}

void Deployer::delete_unit(const std::string& unit) {
  agent_.ask(protocol::DeleteUnit{unit}, [this, unit](const protocol::Answer& answer) {
    const bool gone = answer.ok() || answer.code == protocol::Code::NotFound;
    if (!gone && units_[unit].assigned) {
      runtime::log("agent")->warn("a unit cannot be deleted yet{}",
                                  runtime::field("unit", unit) + runtime::field("why", answer.text)
                                    + agent_.of_model().log_fields());
      return done(unit);
    }
    agent_.note(notes_of(unit), [this, unit] { forget(unit); });
  });
}

void Deployer::forget(const std::string& unit) {
  unwatch_application(units_[unit]);
  rests_no_more(unit, units_[unit]);
  agent_.of_process().beginnings.withdraw(agent_.of_model().roster, unit);
  units_.erase(unit);
  owner_.unit_forgotten();
  owner_.step_ended();
}

void Deployer::done(const std::string& unit) {
  units_[unit].busy = false;
  consider(unit);
  owner_.step_ended();
}

} // namespace orrery::agents

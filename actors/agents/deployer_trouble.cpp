#include "actors/agents/deployer.hpp"
#include "actors/runtime/log.hpp"

#include <algorithm>
#include <chrono>
#include <stdexcept>

/// Units that cannot be deployed, run or recalled now: they are watched, tried again, shown. Hosts
/// that are lost.
namespace orrery::agents {

void Deployer::watch_application(Held& held) {
  if (held.watched || held.seen->life != store::Life::Alive)
    return;
  held.watched = true;
  agent_.observe(rules::application(held.seen->application));
}

void Deployer::unwatch_application(Held& held) {
  if (!held.watched)
    return;
  held.watched = false;
  const std::string& application = held.seen->application;
  const bool needed = std::any_of(units_.begin(), units_.end(), [&](const auto& entry) {
    return entry.second.watched && entry.second.seen->application == application;
  });
  if (!needed)
    agent_.unobserve(rules::application(application));
}

void Deployer::held_application_seen(const protocol::ApplicationSeen& seen) {
  if (seen.application.life == store::Life::Alive)
    return;
  std::vector<std::string> unwanted;
  for (auto& [unit, held] : units_)
    if (held.watched && held.seen->application == seen.application.name) {
      held.unwanted = true;
      unwanted.push_back(unit);
    }
  for (const std::string& unit : unwanted)
    consider(unit);
}

/// Does what its own agent would do, if it had one.
void Deployer::end_undeployed(const std::string& unit, Held& held) {
  held.busy = true;
  agent_.ask(protocol::SetUnitDying{unit, why_undeployed_ends(held, host())},
             [this, unit](const protocol::Answer& answer) {
               if (answer.ok() && units_[unit].seen->life == store::Life::Alive)
                 units_[unit].seen->life = store::Life::Dying;
               done(unit);
             });
}

/// Does for a principal what its agent would do, if it could run: a subordinate that was set Dead
/// by force must not wait for a host that is lost (F1, F5).
void Deployer::delete_subordinate(const std::string& unit, Held& held) {
  held.busy = true;
  const std::string subordinate = *held.seen->dead_subordinate();
  agent_.ask(protocol::DeleteUnit{subordinate}, [this, unit, subordinate](const auto& answer) {
    Held& principal = units_[unit];
    if (answer.ok() || answer.code == protocol::Code::NotFound) {
      std::erase_if(principal.seen->subordinates,
                    [&](const auto& seen) { return seen.unit == subordinate; });
      return done(unit);
    }
    principal.busy = false;                             // waits for news of the principal
    if (answer.verdict == protocol::Verdict::Contended) // L8
      return consider(unit);
    runtime::log("agent")->warn("a unit cannot be deleted yet{}",
                                runtime::field("unit", subordinate)
                                  + runtime::field("why", answer.text)
                                  + agent_.of_model().log_fields());
    owner_.step_ended();
  });
}

void Deployer::say(const std::string& unit, const char* agent, const std::string& error) {
  runtime::log("agent")->error("nobody acts for a unit now{}",
                               runtime::field("unit", unit) + runtime::field("agent", agent)
                                 + runtime::field("why", error) + agent_.of_model().log_fields());
  write_unit_log(unit, status_line("juju-unit", agent, error));
  agent_.ask(protocol::ReportUnit{unit, {}, store::Status{agent, error, agent_.now()}, {}, {}, {}},
             [](const protocol::Answer&) {});
}

void Deployer::try_later(const std::string& unit, const std::string& error) {
  if (leaving_)
    return done(unit); // it is recalled instead
  say(unit, "failed", error);
  Held& held = units_[unit];
  if (assigned_known_ && !held.assigned)
    owner_.recall_failed(unit, error);
  held.busy = false;
  rests_no_more(unit, held);
  held.rested = false; // its agent has something to say again
  if (held.seen && !held.prepared)
    watch_application(held);
  held.next_at = agent_.now() + held.delay;
  held.waiting = std::make_unique<runtime::Hold>(agent_.holds());
  agent_.delayed_send(&agent_, std::chrono::milliseconds{held.delay}, protocol::LookAgain{});
  held.delay = std::min(held.delay * 2, longest_provider_delay);
}

void Deployer::look_again(const protocol::LookAgain&) {
  std::vector<std::string> due;
  for (auto& [unit, held] : units_)
    if (held.next_at > 0 && held.next_at <= agent_.now()) {
      held.next_at = 0;
      held.waiting.reset();
      due.push_back(unit);
    }
  for (const std::string& unit : due)
    consider(unit);
}

void Deployer::write_unit_log(const std::string& unit, const UnitLine& line) {
  if (agent_.of_host().write_unit_log)
    agent_.of_host().write_unit_log(unit, line);
}

void Deployer::tell_skipped(const std::string& unit,
                            const std::vector<Hook>& hooks,
                            std::string_view by) {
  if (hooks.empty())
    return;
  const std::string text = say_skipped(hooks, by);
  runtime::log("agent")->warn("hooks are skipped{}", runtime::field("unit", unit)
                                                       + runtime::field("what", text)
                                                       + agent_.of_model().log_fields());
  write_unit_log(unit, {"WARNING", "agent", text});
}

/// A unit that went in order has no hook left; only force goes past them. Which of them its charm
/// has, its directory still says.
void Deployer::tell_forced(const std::string& unit, std::function<void()> then) {
  UnitNotes local = notes_about(unit);
  if (hooks_left(local, {"*"}).empty())
    return then();
  agent_.ask_provider(
    machine_, protocol::ListHooks{machine_, unit},
    [this, unit, local = std::move(local), then = std::move(then)](const auto& found) {
      const HookNames names{found.names.begin(), found.names.end()};
      tell_skipped(unit, hooks_left(local, names), "--force");
      then();
    });
}

/// Not tried again by itself: a restart of the orchestrator, or the unit's removal, does.
void Deployer::give_up(const std::string& unit, const std::string& error) {
  Held& held = units_[unit];
  say_lost(unit, error);
  held.failed = true;
}

/// Voids what its agents were about, whatever comes of it.
void Deployer::lose_host(const std::string& why) {
  if (!lost_.empty())
    return;
  lost_ = why;
  address_.clear();
  ++host_;
  for (auto& [unit, held] : units_) {
    rests_no_more(unit, held);
    held.rested = false; // what is said of it now its agent does not know
    for (const std::string& subordinate : deployed_by(unit))
      rests_no_more(subordinate); // also those of one that rests, which were not seen here
    if (held.agent || earlier_agent(unit))
      end_agent(unit, held, [this, unit = unit] {
        if (!lost_.empty())
          say_lost(unit, lost_);
        owner_.step_ended();
      });
    else if (held.deployed)
      say_lost(unit, lost_);
    held.prepared = held.failed = false;
    held.failures.forget();
    held.next_at = 0;
    held.delay = first_provider_delay;
    held.waiting.reset();
  }
}

void Deployer::leave_host() {
  if (leaving_)
    return;
  leaving_ = true;
  for (auto& [unit, held] : units_) {
    held.next_at = 0;
    held.waiting.reset();
  }
  set_units({});
}

void Deployer::say_lost(const std::string& unit, const std::string& why) {
  say(unit, "lost", why);
  const auto held = units_.find(unit);
  if (held == units_.end() || !held->second.seen)
    return;
  for (const protocol::SubordinateSeen& subordinate : held->second.seen->subordinates) {
    rests_no_more(subordinate.unit);
    say(subordinate.unit, "lost", why);
  }
}

bool Deployer::is_still() const {
  return ending_.empty() && std::none_of(units_.begin(), units_.end(), [](const auto& unit) {
           return unit.second.busy;
         });
}

} // namespace orrery::agents

#include "actors/agents/provisioner.hpp"

#include "actors/agents/provisioning.hpp"
#include "actors/runtime/log.hpp"

#include <algorithm>

namespace orrery::agents {

Provisioner::Provisioner(caf::actor_config& config, AgentServices& services)
  : Agent(config, services) {}

caf::behavior Provisioner::make_behavior() {
  observe(rules::model());
  return {on(&Provisioner::answered),     on(&Provisioner::provided), on(&Provisioner::model_seen),
          on(&Provisioner::machine_seen), on(&Provisioner::wake),     on(&Provisioner::look_again)};
}

void Provisioner::model_seen(const protocol::ModelSeen& seen) {
  const bool first = machines_.empty();
  for (const store::MachineId id : seen.machines)
    if (machines_.try_emplace(id).second && !observe(rules::machine(id)))
      machines_.erase(id);
  if (first)
    look_for_unknown_instances();
}

void Provisioner::machine_seen(const protocol::MachineSeen& seen) {
  const store::MachineId id = seen.machine.id;
  const auto watched = machines_.find(id);
  if (watched == machines_.end())
    return;
  if (seen.gone) {
    machines_.erase(watched);
    return;
  }
  watched->second.seen = seen;
  consider(id);
}

void Provisioner::consider(store::MachineId id) {
  const auto watched = machines_.find(id);
  if (watched == machines_.end() || watched->second.busy || !watched->second.seen)
    return;
  if (watched->second.next_at > now())
    return; // its next try has a time
  const protocol::MachineSeen& seen = *watched->second.seen;
  const Provisioning step = provisioning(seen.machine, !seen.principals.empty());
  watched->second.busy = step != Provisioning::Nothing;
  switch (step) {
  case Provisioning::Nothing:
    return;
  case Provisioning::Start:
    return start(id);
  case Provisioning::SetDead:
    return set_dead(id);
  case Provisioning::Delete:
    return delete_machine(id);
  case Provisioning::Release:
    return release(id, seen.machine.instance);
  }
}

void Provisioner::start(store::MachineId id) {
  ask_provider(id, protocol::StartMachine{id}, [this, id](const protocol::ProviderDone& outcome) {
    if (outcome.ok)
      started(id, outcome);
    else
      failed(id, outcome.error);
  });
}

/// A machine that died while its instance was made does not get it: it is released again.
void Provisioner::started(store::MachineId id, const protocol::ProviderDone& outcome) {
  ask(protocol::SetInstance{id, outcome.instance, outcome.address},
      [this, id, instance = outcome.instance](const protocol::Answer& answer) {
        if (answer.ok()) {
          machines_[id].delay = first_delay;
          machines_[id].next_at = 0;
          return done(id);
        }
        ask_provider(id, protocol::StopMachine{id, instance},
                     [this, id](const protocol::ProviderDone& stopped) {
                       if (stopped.ok)
                         done(id);
                       else
                         failed(id, stopped.error);
                     });
      });
}

void Provisioner::set_dead(store::MachineId id) {
  ask(protocol::SetMachineDead{id}, [this, id](const protocol::Answer&) { done(id); });
}

void Provisioner::release(store::MachineId id, const std::string& instance) {
  ask_provider(id, protocol::StopMachine{id, instance},
               [this, id](const protocol::ProviderDone& outcome) {
                 if (outcome.ok)
                   delete_machine(id);
                 else
                   failed(id, outcome.error);
               });
}

void Provisioner::delete_machine(store::MachineId id) {
  ask(protocol::DeleteMachine{id}, [this, id](const protocol::Answer& answer) {
    if (answer.ok() || answer.code == protocol::Code::NotFound)
      machines_.erase(id);
    else
      failed(id, answer.text);
  });
}

/// Shown as the machine's status in the provider's own words, and tried again later (M11).
void Provisioner::failed(store::MachineId id, const std::string& error) {
  Watched& watched = machines_[id];
  watched.next_at = now() + watched.delay;
  watched.delay = std::min(watched.delay * 2, longest_delay);
  runtime::log("provisioner")->error("machine {}: {}", id, error);
  ask(protocol::SetMachineStatus{id, {"error", error, now()}},
      [this, id](const protocol::Answer&) { done(id); });
}

void Provisioner::done(store::MachineId id) {
  const auto watched = machines_.find(id);
  if (watched == machines_.end())
    return;
  watched->second.busy = false;
  consider(id);
  wake_for_next();
}

void Provisioner::wake_for_next() {
  store::Milliseconds earliest = 0;
  for (const auto& [id, watched] : machines_)
    if (watched.next_at > 0 && !watched.busy && (earliest == 0 || watched.next_at < earliest))
      earliest = watched.next_at;
  if (earliest > 0)
    wake_at(earliest);
}

void Provisioner::wake(const protocol::Wake& due) {
  if (!is_due(due))
    return;
  std::vector<store::MachineId> again;
  for (auto& [id, watched] : machines_)
    if (watched.next_at > 0 && watched.next_at <= now()) {
      watched.next_at = 0;
      again.push_back(id);
    }
  for (const store::MachineId id : again)
    consider(id);
  wake_for_next();
}

/// M8: an instance that no machine owns is released after it was seen so twice.
void Provisioner::look_for_unknown_instances() {
  ask_provider(0, protocol::ListInstances{}, [this](const protocol::ProviderDone& all) {
    judged_ = all.ok && knows_all_instances();
    if (!all.ok)
      runtime::log("provisioner")->error("cannot list instances: {}", all.error);
    if (judged_)
      judge(all.names);
    const bool again = !judged_ || !unknown_.empty();
    if (again && ++listings_ < most_listings)
      delayed_send(this, between_listings, protocol::LookAgain{});
  });
}

void Provisioner::look_again(const protocol::LookAgain&) {
  look_for_unknown_instances();
}

/// Nothing is unknown while a machine is not seen yet or being made: the instance may be its.
bool Provisioner::knows_all_instances() const {
  return std::all_of(machines_.begin(), machines_.end(), [](const auto& entry) {
    const Watched& watched = entry.second;
    return watched.seen && !watched.busy && !watched.seen->machine.instance.empty();
  });
}

void Provisioner::judge(const std::vector<std::string>& instances) {
  std::set<std::string> unknown{instances.begin(), instances.end()};
  for (const auto& [id, watched] : machines_)
    unknown.erase(watched.seen->machine.instance);
  for (const std::string& instance : unknown)
    if (unknown_.contains(instance))
      release_unknown(instance);
  std::erase_if(unknown, [this](const auto& instance) { return unknown_.contains(instance); });
  unknown_ = std::move(unknown);
}

void Provisioner::release_unknown(const std::string& instance) {
  runtime::log("provisioner")
    ->warn("instance {} belongs to no machine and is released (M8)", instance);
  ask_provider(0, protocol::StopMachine{0, instance},
               [instance](const protocol::ProviderDone& stopped) {
                 if (!stopped.ok)
                   runtime::log("provisioner")->error("instance {}: {}", instance, stopped.error);
               });
}

} // namespace orrery::agents

#include "actors/agents/provisioner.hpp"

#include "actors/agents/provisioning.hpp"
#include "actors/runtime/log.hpp"

#include <algorithm>
#include <utility>

namespace orrery::agents {

namespace {

/// Read by show-status-log (cmd/logs/status_log.cpp). Whoever provisions meets every status it acts
/// upon; a machine's own agent may begin when the machine has started already.
void log_status(const ModelServices& model,
                const store::Machine& machine,
                const store::Status& before) {
  const store::Status& status = machine.status;
  if (status.value != before.value || status.message != before.message)
    runtime::log("status")->info(
      "a machine's status{}", runtime::field("machine", machine.id)
                                + runtime::field("status", status.value)
                                + runtime::field("message", status.message) + model.log_fields());
}

} // namespace

Provisioner::Provisioner(caf::actor_config& config, const AgentServices& services)
  : HostAgent(config, services) {}

caf::behavior Provisioner::make_behavior() {
  observe(rules::model());
  if (!of_host().watches_when_needed)
    watch_host();
  return {
    on(&Provisioner::answered),        on(&Provisioner::provided),     on(&Provisioner::model_seen),
    on(&Provisioner::machine_seen),    on(&Provisioner::wake),         on(&Provisioner::look_again),
    on(&Provisioner::machine_stirred), on(&Provisioner::program_ended)};
}

/// Once.
void Provisioner::watch_host() {
  if (!std::exchange(watches_, true))
    send(of_host().providers.front(), protocol::WatchMachines{});
}

void Provisioner::model_seen(const protocol::ModelSeen& seen) {
  if (!seen.machines.empty())
    watch_host();
  for (const store::MachineId id : seen.machines) {
    if (machines_.contains(id) || !observe(rules::machine(id)))
      continue;
    machines_.try_emplace(id);
    unseen_ += listing_ ? 0 : 1;
  }
  for (const store::Storage& storage : seen.removed_storages)
    destroy(storage);
  list_when_all_are_seen();
}

/// Has the data of a removed storage go, which no unit has, and so no agent (ST42). A crash before
/// that leaves it on the disk: data does not go by itself.
void Provisioner::destroy(const store::Storage& storage) {
  protocol::LeaveStorage task;
  task.machine = storage.machine;
  task.storage.storage = store::storage_id(storage);
  task.storage.destroy = true;
  ask_provider(storage.machine, task,
               [this, id = task.storage.storage](const protocol::ProviderDone& outcome) {
                 if (!outcome.ok)
                   runtime::log("provider")
                     ->warn("the data of a removed storage stays{}",
                            runtime::field("storage", id) + runtime::field("why", outcome.error)
                              + of_model().log_fields());
               });
}

void Provisioner::machine_seen(const protocol::MachineSeen& seen) {
  const store::MachineId id = seen.machine.id;
  const auto watched = machines_.find(id);
  if (watched == machines_.end())
    return;
  if (!listing_ && !watched->second.seen)
    --unseen_;
  const bool again = watched->second.seen && watched->second.seen->machine.status.value == "error"
                     && seen.machine.status.value == "pending";
  if (again) { // retry-provisioning
    watched->second.delay = first_provider_delay;
    set_next_try(id, watched->second, 0);
  }
  if (!seen.gone)
    log_status(of_model(), seen.machine,
               watched->second.seen ? watched->second.seen->machine.status : store::Status{});
  watched->second.seen = seen;
  if (seen.gone) {
    if (!seen.machine.instance.empty() && !watched->second.released)
      doubt_instances(); // force has deleted it (F2)
    forget(id);
  } else {
    consider(id);
  }
  list_when_all_are_seen();
  list_if_unjudged();
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
  case Provisioning::Renew:
    return renew(id, seen.machine);
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
      [this, id, outcome](const protocol::Answer& answer) {
        if (answer.ok())
          return has_instance(id, outcome);
        ask_provider(id, protocol::StopMachine{id, outcome.instance},
                     [this, id](const protocol::ProviderDone& stopped) {
                       if (stopped.ok)
                         return done(id);
                       doubt_instances(); // no record has it
                       failed(id, stopped.error);
                     });
      });
}

/// Behind a link that was cut the machine is seen with its instance only after the outcome. As it
/// was seen before, an instance would be made once more, refused, and released: maybe the only one.
void Provisioner::has_instance(store::MachineId id, const protocol::ProviderDone& outcome) {
  const auto watched = machines_.find(id);
  if (watched == machines_.end())
    return list_if_unjudged(); // it is gone meanwhile
  watched->second.delay = first_provider_delay;
  set_next_try(id, watched->second, 0);
  if (watched->second.seen) {
    watched->second.seen->machine.instance = outcome.instance;
    watched->second.seen->machine.address = outcome.address;
  }
  done(id);
}

void Provisioner::set_dead(store::MachineId id) {
  ask(protocol::SetMachineDead{id}, [this, id](const protocol::Answer&) { done(id); });
}

void Provisioner::release(store::MachineId id, const std::string& instance) {
  ask_provider(id, protocol::StopMachine{id, instance},
               [this, id](const protocol::ProviderDone& outcome) {
                 if (!outcome.ok)
                   return failed(id, outcome.error);
                 if (const auto watched = machines_.find(id); watched != machines_.end())
                   watched->second.released = true;
                 delete_machine(id);
               });
}

void Provisioner::renew(store::MachineId id, const store::Machine& machine) {
  ask_provider(id, protocol::StopMachine{id, machine.instance, machine.keep_data},
               [this, id](const protocol::ProviderDone& outcome) {
                 if (!outcome.ok)
                   return failed(id, outcome.error);
                 ask(protocol::ClearInstance{id},
                     [this, id](const protocol::Answer&) { done(id); });
               });
}

void Provisioner::delete_machine(store::MachineId id) {
  ask(protocol::DeleteMachine{id}, [this, id](const protocol::Answer& answer) {
    if (!answer.ok() && answer.code != protocol::Code::NotFound)
      return failed(id, answer.text);
    forget(id);
    list_if_unjudged();
  });
}

/// Shown as the machine's status in the provider's own words, and tried again later (M11).
void Provisioner::failed(store::MachineId id, const std::string& error) {
  runtime::log("provisioner")
    ->error("a machine cannot be provisioned{}",
            runtime::field("machine", id) + runtime::field("why", error) + of_model().log_fields());
  const auto found = machines_.find(id);
  if (found == machines_.end())
    return list_if_unjudged(); // it is gone meanwhile
  Watched& watched = found->second;
  set_next_try(id, watched, now() + watched.delay);
  watched.delay = std::min(watched.delay * 2, longest_provider_delay);
  tell_failed(id, error);
}

void Provisioner::tell_failed(store::MachineId id, const std::string& error) {
  ask(protocol::SetMachineStatus{id, {"error", error, now()}},
      [this, id, error](const protocol::Answer& answer) {
        if (answer.verdict == protocol::Verdict::Contended)
          return tell_failed(id, error); // L8
        done(id);
      });
}

void Provisioner::done(store::MachineId id) {
  const auto watched = machines_.find(id);
  if (watched == machines_.end())
    return;
  watched->second.busy = false;
  if (watched->second.stirred)
    look_at(id);
  else
    consider(id);
  wake_for_next();
  list_if_unjudged();
}

void Provisioner::set_next_try(store::MachineId id, Watched& watched, store::Milliseconds at) {
  next_tries_.erase({watched.next_at, id});
  watched.next_at = at;
  if (at > 0)
    next_tries_.emplace(at, id);
}

void Provisioner::forget(store::MachineId id) {
  const auto watched = machines_.find(id);
  if (watched == machines_.end())
    return;
  next_tries_.erase({watched->second.next_at, id});
  machines_.erase(watched);
}

void Provisioner::wake_for_next() {
  for (const auto& [at, id] : next_tries_)
    if (!machines_.at(id).busy)
      return void(wake_at(at));
}

void Provisioner::wake(const protocol::Wake& due) {
  if (!is_due(due))
    return;
  std::vector<store::MachineId> again;
  while (!next_tries_.empty() && next_tries_.begin()->first <= now()) {
    const store::MachineId id = next_tries_.begin()->second;
    set_next_try(id, machines_.at(id), 0);
    again.push_back(id);
  }
  for (const store::MachineId id : again)
    consider(id);
  wake_for_next();
}

} // namespace orrery::agents

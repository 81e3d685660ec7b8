#include "actors/agents/provider_actor.hpp"

#include "actors/providers/charm_copy.hpp"
#include "actors/runtime/log.hpp"
#include "config/charm_link.hpp"

#include <caf/actor_cast.hpp>
#include <caf/send.hpp>

#include <exception>
#include <filesystem>
#include <system_error>

namespace orrery::agents {

namespace {

using protocol::ProviderDone;

/// What a unit's copy of its charm offers: names of its hooks, or `*` where one program takes all.
ProviderDone list_hooks(const std::filesystem::path& charm) {
  namespace fs = std::filesystem;
  ProviderDone outcome;
  std::error_code error;
  if (!fs::is_directory(
        charm, error)) { // with its machine; it must not be taken for a charm without hooks
    outcome.ok = false;
    outcome.error = charm.string() + " is not there";
    return outcome;
  }
  if (fs::exists(charm / "dispatch", error))
    outcome.names.push_back("*");
  if (!fs::is_directory(charm / "hooks", error))
    return outcome;
  for (const fs::directory_entry& entry : fs::directory_iterator(charm / "hooks", error))
    outcome.names.push_back(entry.path().filename().string());
  outcome.ok = !error;
  outcome.error = error ? charm.string() + ": " + error.message() : "";
  return outcome;
}

/// Refuses links that hooks have made since the charm was deployed: the unit's user may have no
/// right to read what they lead to, and errors quote it.
ProviderDone leads_out(const std::filesystem::path& charm) {
  ProviderDone outcome;
  for (const char* name : {"hooks", "orrery.yaml"})
    if (outcome.ok && !config::leads_inside(charm, name)) {
      outcome.ok = false;
      outcome.error = (charm / name).string()
                      + " is a symlink that leads out of the charm: put back what the charm has";
    }
  return outcome;
}

/// Deploying has refused a file that cannot be read; the unit's copy may have been changed since.
void read_own_file(const std::filesystem::path& charm, ProviderDone& outcome) {
  if (!outcome.ok)
    return;
  const auto own = config::load_orrery_file(charm);
  if (own) {
    outcome.restart_units = own->restart_units;
  } else {
    outcome.ok = false;
    outcome.error = own.error().text();
  }
}

/// Tells a unit's agent what there is to know of its files.
ProviderDone look_at_charm(const providers::Provider& provider,
                           store::MachineId machine,
                           const std::string& unit) {
  const std::string charm = provider.place(machine, unit).charm;
  ProviderDone outcome;
  outcome.damage = providers::damage_of_copy(charm);
  if (outcome.damage.empty()) {
    outcome = leads_out(charm);
    if (outcome.ok)
      outcome = list_hooks(charm);
    read_own_file(charm, outcome);
  }
  outcome.ended = provider.ended_programs(unit);
  return outcome;
}

template <class Result>
ProviderDone outcome_of(const Result& result) {
  ProviderDone outcome;
  outcome.ok = result.has_value();
  if (!result)
    outcome.error = result.error().text;
  return outcome;
}

struct CarryOut {
  providers::Provider& provider;

  ProviderDone operator()(const protocol::StartMachine& task) const {
    const auto instance = provider.start(task.machine);
    ProviderDone outcome = outcome_of(instance);
    if (instance) {
      outcome.instance = instance->name;
      outcome.address = instance->address;
    }
    return outcome;
  }
  ProviderDone operator()(const protocol::StopMachine& task) const {
    return outcome_of(provider.stop(task.instance, task.keep_data));
  }
  ProviderDone operator()(const protocol::ListInstances&) const {
    const auto instances = provider.list();
    ProviderDone outcome = outcome_of(instances);
    if (instances)
      for (const providers::Instance& instance : *instances)
        outcome.names.push_back(instance.name);
    return outcome;
  }
  ProviderDone operator()(const protocol::LookAtMachine& task) const {
    const auto lost = provider.look(task.machine);
    ProviderDone outcome = outcome_of(lost);
    if (lost)
      outcome.lost = *lost;
    return outcome;
  }
  ProviderDone operator()(const protocol::DeployUnit& task) const {
    providers::CharmForUnit charm(task.charm, task.revision);
    charm.had_copy = task.had_copy;
    return outcome_of(provider.deploy_unit(task.machine, task.unit, charm));
  }
  ProviderDone operator()(const protocol::RecallUnit& task) const {
    return outcome_of(provider.recall_unit(task.machine, task.unit));
  }
  ProviderDone operator()(const protocol::ListHooks& task) const {
    return look_at_charm(provider, task.machine, task.unit);
  }
  ProviderDone operator()(const protocol::ReplaceCharm& task) const {
    const auto replaced =
      provider.replace_charm(task.machine, task.unit, {task.charm, task.revision});
    if (replaced)
      return look_at_charm(provider, task.machine, task.unit);
    ProviderDone outcome = outcome_of(replaced);
    outcome.may_pass = replaced.error().may_pass;
    return outcome;
  }
  ProviderDone operator()(const protocol::LookAtPrograms& task) const {
    ProviderDone outcome;
    outcome.ended = provider.ended_programs(task.unit);
    return outcome;
  }
  ProviderDone operator()(const protocol::ForgetEnds& task) const {
    provider.forget_ended(task.unit, task.notes);
    return {};
  }
  ProviderDone operator()(const protocol::RebootMachine& task) const {
    return outcome_of(provider.reboot(task.machine));
  }
};

} // namespace

ProviderActor::ProviderActor(caf::actor_config& config,
                             runtime::UnderWay& activity,
                             providers::Provider& provider)
  : CountedActor(config, activity), provider_(provider) {}

caf::behavior ProviderActor::make_behavior() {
  return {on(&ProviderActor::carry_out), on(&ProviderActor::watch)};
}

void ProviderActor::watch(const protocol::WatchMachines&) {
  const auto watcher = caf::actor_cast<caf::actor>(current_sender());
  const auto watching =
    provider_.watch({[watcher](store::MachineId machine) {
                       caf::anon_send(watcher, protocol::MachineStirred{machine});
                     },
                     [watcher](const std::string& unit) {
                       caf::anon_send(watcher, protocol::LeftProgramEnded{unit});
                     }});
  if (!watching)
    runtime::log("provider")
      ->error("machines that get lost will not be seen{}",
              runtime::field("why", watching.error().text));
}

void ProviderActor::carry_out(const protocol::AskProvider& asked) {
  ProviderDone outcome;
  try {
    outcome = std::visit(CarryOut{provider_}, asked.task);
  } catch (const std::exception&
             error) { // of the standard library's file system: shown as the provider's words
    outcome.ok = false;
    outcome.error = error.what();
  }
  outcome.ticket = asked.ticket;
  send(caf::actor_cast<caf::actor>(current_sender()), std::move(outcome));
}

} // namespace orrery::agents

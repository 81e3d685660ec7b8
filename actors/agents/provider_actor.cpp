#include "actors/agents/provider_actor.hpp"

#include "actors/providers/charm_copy.hpp"
#include "actors/runtime/log.hpp"
#include "config/opened_directory.hpp"
#include "config/orrery_file.hpp"

#include <caf/actor_cast.hpp>
#include <caf/send.hpp>
#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <exception>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

namespace orrery::agents {

namespace {

using config::OpenedDirectory;
using protocol::ProviderDone;

ProviderDone not_read(std::string why) {
  ProviderDone outcome;
  outcome.ok = false;
  outcome.error = std::move(why);
  return outcome;
}

/// Says why a unit's copy of its charm cannot be read, which must not be taken for a charm without
/// hooks: it goes with its machine, and hooks may put something else in its place.
std::string why_not_open(const std::filesystem::path& charm) {
  std::error_code error;
  return charm.string()
         + (std::filesystem::is_symlink(std::filesystem::symlink_status(charm, error))
              ? " is a symlink: put the directory that it leads to in its place"
              : " is not there");
}

/// Lists what a unit's copy of its charm offers: names of its hooks, or `*` where one program takes
/// all.
ProviderDone list_hooks(const OpenedDirectory& charm) {
  ProviderDone outcome;
  if (charm.may_have("dispatch"))
    outcome.names.push_back("*");
  config::Descriptor hooks = charm.open("hooks", O_RDONLY | O_DIRECTORY);
  if (!hooks.is_open() && (errno == ENOENT || errno == ENOTDIR))
    return outcome;
  const std::unique_ptr<DIR, int (*)(DIR*)> list(
    hooks.is_open() ? fdopendir(dup(hooks.get())) : nullptr, closedir);
  if (!list)
    return not_read((charm.path() / "hooks").string() + ": "
                    + std::generic_category().message(errno));
  while (const dirent* entry = readdir(list.get()))
    if (const std::string_view name = entry->d_name; name != "." && name != "..")
      outcome.names.emplace_back(name);
  return outcome;
}

/// Refuses links that hooks have made since the charm was deployed: the unit's user may have no
/// right to read what they lead to, and errors quote it. A link that comes after this look is
/// refused by whoever opens it.
std::string link_that_leads_out(const OpenedDirectory& charm) {
  for (const char* name : {"hooks", "orrery.yaml"})
    if (charm.leads_out(name))
      return (charm.path() / name).string()
             + " is a symlink that leads out of the charm: put back what the charm has";
  return {};
}

ProviderDone read_copy(const std::filesystem::path& place) {
  const auto charm = OpenedDirectory::no_link(place);
  if (!charm.is_open())
    return not_read(why_not_open(place));
  if (std::string why = link_that_leads_out(charm); !why.empty())
    return not_read(std::move(why));
  ProviderDone outcome = list_hooks(charm);
  if (!outcome.ok)
    return outcome;
  // Deploying has refused a file that cannot be read; the copy may have been changed since.
  const auto own = config::load_orrery_file(charm);
  if (!own)
    return not_read(own.error().text());
  outcome.restart_units = own->restart_units;
  return outcome;
}

/// Tells a unit's agent what there is to know of its files.
ProviderDone look_at_charm(const providers::Provider& provider,
                           store::MachineId machine,
                           const std::string& unit) {
  const std::string charm = provider.place(machine, unit).charm;
  ProviderDone outcome;
  outcome.damage = providers::damage_of_copy(charm);
  if (outcome.damage.empty())
    outcome = read_copy(charm);
  if (!outcome.ok)
    provider.doubt(machine); // the copy may have gone with it
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
        (instance.lost ? outcome.remains : outcome.names).push_back(instance.name);
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
  ProviderDone operator()(const protocol::ProvideStorage& task) const {
    auto place = provider.provide_storage(task.machine, task.storage);
    ProviderDone outcome = outcome_of(place);
    if (place)
      outcome.mount_point = std::move(*place);
    return outcome;
  }
  ProviderDone operator()(const protocol::LeaveStorage& task) const {
    return outcome_of(provider.leave_storage(task.machine, task.storage));
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

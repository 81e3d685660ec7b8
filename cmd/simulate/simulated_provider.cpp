#include "cmd/simulate/simulated_provider.hpp"

#include <caf/actor_cast.hpp>
#include <caf/send.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace orrery::simulate {

namespace {

struct Text {
  std::string operator()(const protocol::StartMachine& task) const {
    return fmt::format("start {}", task.machine);
  }
  std::string operator()(const protocol::StopMachine& task) const {
    return "stop " + task.instance;
  }
  std::string operator()(const protocol::ListInstances&) const { return "list"; }
  std::string operator()(const protocol::LookAtMachine& task) const {
    return fmt::format("look {}", task.machine);
  }
  std::string operator()(const protocol::DeployUnit& task) const { return "deploy " + task.unit; }
  std::string operator()(const protocol::ReplaceCharm& task) const {
    return "replace " + task.unit;
  }
  std::string operator()(const protocol::RecallUnit& task) const { return "recall " + task.unit; }
  std::string operator()(const protocol::ListHooks& task) const { return "hooks " + task.unit; }
  std::string operator()(const protocol::LookAtPrograms& task) const {
    return "programs " + task.unit;
  }
  std::string operator()(const protocol::ForgetEnds& task) const { return "forget " + task.unit; }
  std::string operator()(const protocol::RebootMachine& task) const {
    return fmt::format("reboot {}", task.machine);
  }
  std::string operator()(const protocol::ProvideStorage& task) const {
    return (task.storage.only_look ? "look at " : "provide ") + task.storage.storage;
  }
  std::string operator()(const protocol::LeaveStorage& task) const {
    return "leave " + task.storage.storage;
  }
};

} // namespace

std::optional<store::MachineId> machine_of(const std::string& instance) {
  constexpr std::string_view mark = "i-";
  return instance.starts_with(mark)
           ? store::parse_id(std::string_view(instance).substr(mark.size()))
           : std::nullopt;
}

std::string text_of(const protocol::ProviderTask& task) {
  return std::visit(Text{}, task);
}

void SimulatedProvider::fail(const std::string& task, const std::string& error, int times) {
  failures_[task] = {error, times};
}

std::size_t SimulatedProvider::count(const std::string& task) const {
  return static_cast<std::size_t>(std::count(tasks_.begin(), tasks_.end(), task));
}

caf::actor SimulatedProvider::last_asker(const std::string& task) const {
  const auto found = askers_.find(task);
  return found == askers_.end() ? caf::actor{} : caf::actor_cast<caf::actor>(found->second);
}

bool SimulatedProvider::has_instance_of(store::MachineId machine) const {
  return instances_.contains(fmt::format("i-{}", machine));
}

void SimulatedProvider::lose(store::MachineId machine) {
  lost_.insert(machine);
  instances_.erase(fmt::format("i-{}", machine));
  for (const auto& [unit, where] : deployed_)
    if (where == machine)
      away_[unit] = where;
  std::erase_if(deployed_, [&](const auto& entry) { return entry.second == machine; });
  stir(machine);
}

void SimulatedProvider::find(store::MachineId machine) {
  lost_.erase(machine);
  instances_.insert(fmt::format("i-{}", machine));
  for (const auto& [unit, where] : away_)
    if (where == machine)
      deployed_.emplace(unit, where);
  std::erase_if(away_, [&](const auto& entry) { return entry.second == machine; });
  stir(machine);
}

void SimulatedProvider::end_kept(const std::string& unit, const hooks::ProgramEnd& end) {
  if (kept_.erase(unit) == 0)
    return;
  hooks::EndedProgram ended{fmt::format("{}", ++last_end_), end};
  ended.end.since = kept_since_[unit];
  ended_[unit].push_back(std::move(ended));
  tell_of_ends(unit);
}

void SimulatedProvider::tell_of_ends(const std::string& unit) {
  if (const auto watcher = caf::actor_cast<caf::actor>(watcher_))
    caf::anon_send(watcher, protocol::LeftProgramEnded{unit});
}

void SimulatedProvider::forget_ends(const protocol::ForgetEnds& task) {
  const auto found = ended_.find(task.unit);
  if (found == ended_.end())
    return;
  std::erase_if(found->second, [&](const hooks::EndedProgram& ended) {
    return std::ranges::find(task.notes, ended.note) != task.notes.end();
  });
  if (found->second.empty())
    ended_.erase(found);
  else
    tell_of_ends(task.unit);
}

void SimulatedProvider::watch(const caf::actor& watcher) {
  watcher_ = watcher.address();
  for (const auto& [unit, ended] : ended_)
    tell_of_ends(unit);
}

void SimulatedProvider::end_programs(store::MachineId machine) {
  std::erase_if(kept_, [&](const auto& entry) { return entry.second == machine; });
}

/// In place of how their programs have ended, units are told of the reboot (W10).
void SimulatedProvider::reboot(store::MachineId machine, store::Milliseconds now) {
  end_programs(machine);
  for (const auto& [unit, where] : deployed_) {
    if (where != machine)
      continue;
    ended_[unit] = {
      {fmt::format("{}", ++last_end_), {hooks::ProgramEnd::How::Rebooted, 0, now, now, {}}}};
    tell_of_ends(unit);
  }
}

/// All that a machine had that is gone, is gone with it for good.
void SimulatedProvider::forget_machine(store::MachineId machine) {
  end_programs(machine);
  lost_.erase(machine);
  for (const auto& [unit, where] : deployed_)
    if (where == machine)
      ended_.erase(unit);
  std::erase_if(deployed_, [&](const auto& entry) { return entry.second == machine; });
  std::erase_if(away_, [&](const auto& entry) { return entry.second == machine; });
}

void SimulatedProvider::stir(store::MachineId machine) {
  if (const auto watcher = caf::actor_cast<caf::actor>(watcher_))
    caf::anon_send(watcher, protocol::MachineStirred{machine});
}

void SimulatedProvider::forget_askers() {
  watcher_ = nullptr;
  held_.clear();
  held_texts_.clear();
  askers_.clear();
}

protocol::ProviderDone SimulatedProvider::carry_out(const protocol::ProviderTask& task,
                                                    store::Milliseconds now) {
  const std::string text = text_of(task);
  tasks_.push_back(text);
  protocol::ProviderDone outcome;
  if (const auto failure = failures_.find(text); failure != failures_.end()) {
    outcome.ok = false;
    outcome.error = failure->second.error;
    outcome.may_pass = failure->second.may_pass;
    if (failure->second.times != for_ever && --failure->second.times == 0)
      failures_.erase(failure);
    return outcome;
  }
  if (const auto* start = std::get_if<protocol::StartMachine>(&task)) {
    make(*start, outcome);
  } else if (const auto* stop = std::get_if<protocol::StopMachine>(&task)) {
    instances_.erase(stop->instance);
    if (const auto machine = machine_of(stop->instance))
      forget_machine(*machine);
  } else if (std::holds_alternative<protocol::ListInstances>(task)) {
    list(outcome);
  } else if (const auto* look = std::get_if<protocol::LookAtMachine>(&task)) {
    outcome.lost = has_instance_of(look->machine) ? "" : "it burnt down";
  } else if (const auto* deployed = std::get_if<protocol::DeployUnit>(&task)) {
    deploy(*deployed, outcome);
  } else if (const auto* replaced = std::get_if<protocol::ReplaceCharm>(&task)) {
    replace_charm(*replaced, outcome);
  } else if (const auto* recall = std::get_if<protocol::RecallUnit>(&task)) {
    deployed_.erase(recall->unit);
    away_.erase(recall->unit);
    kept_.erase(recall->unit);
    ended_.erase(recall->unit);
    storage_.leave_all(recall->unit);
  } else if (const auto* looked = std::get_if<protocol::LookAtPrograms>(&task)) {
    if (const auto ended = ended_.find(looked->unit); ended != ended_.end())
      outcome.ended = ended->second;
  } else if (const auto* forgotten = std::get_if<protocol::ForgetEnds>(&task)) {
    forget_ends(*forgotten);
  } else if (const auto* reboot = std::get_if<protocol::RebootMachine>(&task)) {
    this->reboot(reboot->machine, now);
  } else if (const auto* wanted = std::get_if<protocol::ProvideStorage>(&task)) {
    outcome.error = storage_.provide(wanted->storage);
    outcome.ok = outcome.error.empty();
    outcome.mount_point = outcome.ok ? "/storage/" + wanted->storage.storage : "";
  } else if (const auto* left = std::get_if<protocol::LeaveStorage>(&task)) {
    storage_.leave(left->storage);
  } else {
    list_hooks(std::get<protocol::ListHooks>(task).unit, outcome);
  }
  return outcome;
}

void SimulatedProvider::list_hooks(const std::string& unit, protocol::ProviderDone& outcome) {
  outcome.ok = deployed_.contains(unit);
  outcome.error = outcome.ok ? "" : "its directory is not there";
  outcome.names = hooks_of_charm(charms_[unit]);
  if (const auto ended = ended_.find(unit); ended != ended_.end())
    outcome.ended = ended->second;
}

void SimulatedProvider::make(const protocol::StartMachine& task, protocol::ProviderDone& outcome) {
  outcome.instance = fmt::format("i-{}", task.machine);
  outcome.address = fmt::format("10.0.0.{}", task.machine);
  instances_.insert(outcome.instance);
  lost_.erase(task.machine);
}

void SimulatedProvider::list(protocol::ProviderDone& outcome) const {
  outcome.names = {instances_.begin(), instances_.end()};
  std::set<std::string> remains;
  for (const auto& [unit, machine] : kept_)
    if (!has_instance_of(machine))
      remains.insert(fmt::format("i-{}", machine));
  outcome.remains = {remains.begin(), remains.end()};
}

void SimulatedProvider::deploy(const protocol::DeployUnit& task, protocol::ProviderDone& outcome) {
  if (!instances_.contains(fmt::format("i-{}", task.machine))) {
    outcome.ok = false;
    outcome.error = fmt::format("machine {} is not started", task.machine);
    return;
  }
  deployed_[task.unit] = task.machine;
  charms_[task.unit] = task.charm.string();
}

/// Whoever dies amid this has put the files in place, or has not.
void SimulatedProvider::replace_charm(const protocol::ReplaceCharm& task,
                                      protocol::ProviderDone& outcome) {
  if (deployed_.contains(task.unit))
    charms_[task.unit] = task.charm.string();
  list_hooks(task.unit, outcome);
}

void SimulatedProvider::answer(const caf::actor& asker,
                               const std::string& task,
                               protocol::ProviderDone outcome) {
  askers_[task] = asker.address();
  if (held_texts_.contains(task))
    held_.push_back({asker, task, std::move(outcome)});
  else
    caf::anon_send(asker, std::move(outcome));
}

void SimulatedProvider::release(const std::string& task) {
  held_texts_.erase(task);
  for (HeldAnswer& held : held_)
    if (held.task == task)
      caf::anon_send(held.asker, std::move(held.outcome));
  std::erase_if(held_, [&](const HeldAnswer& held) { return held.task == task; });
}

} // namespace orrery::simulate

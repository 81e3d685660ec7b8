#include "test/support/simulated_provider.hpp"

#include <caf/actor_cast.hpp>
#include <caf/send.hpp>
#include <fmt/format.h>

#include <algorithm>

namespace orrery::test {

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
  std::string operator()(const protocol::RecallUnit& task) const { return "recall " + task.unit; }
  std::string operator()(const protocol::ListHooks& task) const { return "hooks " + task.unit; }
};

} // namespace

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

void SimulatedProvider::lose(store::MachineId machine) {
  instances_.erase(fmt::format("i-{}", machine));
  std::erase_if(deployed_, [&](const auto& entry) { return entry.second == machine; });
  stir(machine);
}

void SimulatedProvider::find(store::MachineId machine) {
  instances_.insert(fmt::format("i-{}", machine));
  stir(machine);
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

protocol::ProviderDone SimulatedProvider::carry_out(const protocol::ProviderTask& task) {
  const std::string text = text_of(task);
  tasks_.push_back(text);
  protocol::ProviderDone outcome;
  if (const auto failure = failures_.find(text); failure != failures_.end()) {
    outcome.ok = false;
    outcome.error = failure->second.error;
    if (failure->second.times != for_ever && --failure->second.times == 0)
      failures_.erase(failure);
    return outcome;
  }
  if (const auto* start = std::get_if<protocol::StartMachine>(&task)) {
    outcome.instance = fmt::format("i-{}", start->machine);
    outcome.address = fmt::format("10.0.0.{}", start->machine);
    instances_.insert(outcome.instance);
  } else if (const auto* stop = std::get_if<protocol::StopMachine>(&task)) {
    instances_.erase(stop->instance);
  } else if (std::holds_alternative<protocol::ListInstances>(task)) {
    outcome.names = {instances_.begin(), instances_.end()};
  } else if (const auto* look = std::get_if<protocol::LookAtMachine>(&task)) {
    outcome.lost = instances_.contains(fmt::format("i-{}", look->machine)) ? "" : "it burnt down";
  } else if (const auto* deploy = std::get_if<protocol::DeployUnit>(&task)) {
    deployed_[deploy->unit] = deploy->machine;
  } else if (const auto* recall = std::get_if<protocol::RecallUnit>(&task)) {
    deployed_.erase(recall->unit);
  } else {
    outcome.names = {"*"};
  }
  return outcome;
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

SimulatedProviderActor::SimulatedProviderActor(caf::actor_config& config,
                                               runtime::Activity& activity,
                                               SimulatedProvider& provider,
                                               const bool& dead,
                                               std::uint64_t& effects)
  : CountedActor(config, activity), provider_(provider), dead_(dead), effects_(effects) {}

caf::behavior SimulatedProviderActor::make_behavior() {
  return {on(&SimulatedProviderActor::asked), on(&SimulatedProviderActor::watch)};
}

void SimulatedProviderActor::watch(const protocol::WatchMachines&) {
  provider_.watch(caf::actor_cast<caf::actor>(current_sender()));
}

void SimulatedProviderActor::asked(const protocol::AskProvider& message) {
  if (dead_)
    return;
  ++effects_;
  protocol::ProviderDone outcome = provider_.carry_out(message.task);
  outcome.ticket = message.ticket;
  provider_.answer(caf::actor_cast<caf::actor>(current_sender()), text_of(message.task),
                   std::move(outcome));
}

} // namespace orrery::test

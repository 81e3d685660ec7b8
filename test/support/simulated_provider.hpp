#pragma once

#include "actors/agents/messages.hpp"
#include "actors/runtime/counted_actor.hpp"

#include <caf/actor.hpp>

#include <map>
#include <set>
#include <string>
#include <vector>

namespace orrery::test {

/// The world of machines as a provider would make it. It outlives every crash of the orchestrator.
///
/// Each task has a text, by which tests make it fail or hold its answer: `start 3`, `stop i-3`,
/// `list`, `deploy web/0`, `recall web/0`, `hooks web/0`.
class SimulatedProvider {
public:
  static constexpr int for_ever = -1;

  /// The next `times` tasks of that text fail with these words.
  void fail(const std::string& task, const std::string& error, int times = for_ever);
  /// It succeeds again.
  void mend(const std::string& task) { failures_.erase(task); }
  /// Tasks of that text are carried out and not answered before they are released.
  void hold(const std::string& task) { held_texts_.insert(task); }
  void release(const std::string& task);
  [[nodiscard]] bool holds() const { return !held_.empty(); }

  [[nodiscard]] const std::set<std::string>& instances() const { return instances_; }
  /// The machine is gone, with what was deployed there, and whoever watches hears of it.
  void lose(store::MachineId machine);
  /// It is there again.
  void find(store::MachineId machine);
  void watch(const caf::actor& watcher) { watcher_ = watcher.address(); }
  void add_instance(const std::string& instance) { instances_.insert(instance); }
  /// Where each deployed unit's directory lies.
  [[nodiscard]] const std::map<std::string, store::MachineId>& deployed() const {
    return deployed_;
  }
  /// Texts of all tasks so far, in their order.
  [[nodiscard]] const std::vector<std::string>& tasks() const { return tasks_; }
  [[nodiscard]] std::size_t count(const std::string& task) const;
  /// The agent that asked for this last: a machine's for `deploy`, a unit's for `hooks`.
  [[nodiscard]] caf::actor last_asker(const std::string& task) const;

  /// The orchestrator is gone: nobody is waiting for an answer any more.
  void forget_askers();
  protocol::ProviderDone carry_out(const protocol::ProviderTask& task);
  /// Answers at once, or holds the answer.
  void answer(const caf::actor& asker, const std::string& task, protocol::ProviderDone outcome);

private:
  struct Failure {
    std::string error;
    int times = 0;
  };
  struct HeldAnswer {
    caf::actor asker;
    std::string task;
    protocol::ProviderDone outcome;
  };
  void stir(store::MachineId machine);

  std::map<std::string, Failure> failures_;
  std::set<std::string> held_texts_;
  std::vector<HeldAnswer> held_;
  std::set<std::string> instances_;
  std::map<std::string, store::MachineId> deployed_;
  std::vector<std::string> tasks_;
  std::map<std::string, caf::actor_addr> askers_;
  caf::actor_addr watcher_;
};

/// The text of a task.
[[nodiscard]] std::string text_of(const protocol::ProviderTask& task);

/// Gives tasks to the provider until its orchestrator dies.
class SimulatedProviderActor final : public runtime::CountedActor {
public:
  SimulatedProviderActor(caf::actor_config& config,
                         runtime::Activity& activity,
                         SimulatedProvider& provider,
                         const bool& dead,
                         std::uint64_t& effects);

private:
  caf::behavior make_behavior() override;
  void asked(const protocol::AskProvider& message);
  void watch(const protocol::WatchMachines& wanted);

  SimulatedProvider& provider_;
  const bool& dead_;
  std::uint64_t& effects_;
};

} // namespace orrery::test

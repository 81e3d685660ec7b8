#pragma once

#include "actors/agents/messages.hpp"
#include "cmd/simulate/simulated_storage.hpp"

#include <caf/actor.hpp>

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace orrery::simulate {

/// A mishap that befalls a task.
struct Mishap {
  std::string error;     ///< It fails so, without having been carried out; empty: it does not.
  bool may_pass = false; ///< As in ProviderDone.
  store::Milliseconds takes = 0; ///< Until then its provider does nothing else.
};

/// The world of machines as a provider would make it. It outlives every crash of the orchestrator.
///
/// Each task has a text, by which tests make it fail or hold its answer: `start 3`, `stop i-3`,
/// `list`, `deploy web/0`, `replace web/0`, `recall web/0`, `hooks web/0`, `provide data/0`, `leave
/// data/0`.
class SimulatedProvider {
public:
  static constexpr int for_ever = -1;
  using Mishaps = std::function<Mishap(const std::string& task)>;
  using HooksOfCharm = std::function<std::vector<std::string>(const std::string& directory)>;

  /// Decides for each task what befalls it; without this nothing does but what was asked for.
  void set_mishaps(Mishaps mishaps) { mishaps_ = std::move(mishaps); }
  [[nodiscard]] Mishap mishap_of(const std::string& task) const {
    return mishaps_ ? mishaps_(task) : Mishap{};
  }
  /// Which hooks the charm in that directory has; without this every charm has all.
  void set_hooks_of_charm(HooksOfCharm hooks) { hooks_of_charm_ = std::move(hooks); }
  [[nodiscard]] std::vector<std::string> hooks_of_charm(const std::string& directory) const {
    return hooks_of_charm_ ? hooks_of_charm_(directory) : std::vector<std::string>{"*"};
  }
  /// The next `times` tasks of that text fail with these words.
  void fail(const std::string& task, const std::string& error, int times = for_ever);
  /// They fail likewise, and may be tried again: ProviderDone::may_pass.
  void fail_for_now(const std::string& task, const std::string& error, int times) {
    fail(task, error, times);
    failures_[task].may_pass = true;
  }
  /// Lets tasks of that text succeed again.
  void mend(const std::string& task) { failures_.erase(task); }
  /// Tasks of that text are carried out and not answered before they are released.
  void hold(const std::string& task) { held_texts_.insert(task); }
  void release(const std::string& task);
  [[nodiscard]] bool holds() const { return !held_.empty(); }

  [[nodiscard]] const std::set<std::string>& instances() const { return instances_; }
  /// The machine is gone, with what was deployed there, and whoever watches hears of it.
  void lose(store::MachineId machine);
  /// Brings the machine back, with what was deployed there unless it has been made anew meanwhile.
  void find(store::MachineId machine);
  /// A hook of the unit has left programs running.
  void keep(const std::string& unit, store::MachineId machine, store::Milliseconds since) {
    kept_[unit] = machine;
    kept_since_[unit] = since;
  }
  /// Ends like that what the unit has left running, and whoever watches hears of it. Nothing where
  /// nothing runs.
  void end_kept(const std::string& unit, const hooks::ProgramEnd& end);
  /// Machines of units that have left something running, by unit.
  [[nodiscard]] const std::map<std::string, store::MachineId>& kept() const { return kept_; }
  /// The host is started again: nothing runs any more, and nobody is told.
  void start_host_again() {
    kept_.clear();
    ended_.clear();
  }
  /// Machines that are gone, and nobody has given up or made anew.
  [[nodiscard]] const std::set<store::MachineId>& lost() const { return lost_; }
  void watch(const caf::actor& watcher);
  [[nodiscard]] bool has_instance_of(store::MachineId machine) const;
  void add_instance(const std::string& instance) { instances_.insert(instance); }
  /// Where each deployed unit's directory lies.
  [[nodiscard]] const std::map<std::string, store::MachineId>& deployed() const {
    return deployed_;
  }
  /// Where the charm lies whose files the unit has; empty for one that was never deployed.
  [[nodiscard]] std::string charm_of(const std::string& unit) const {
    const auto found = charms_.find(unit);
    return found == charms_.end() ? "" : found->second;
  }
  /// Texts of all tasks so far, in their order.
  [[nodiscard]] const std::vector<std::string>& tasks() const { return tasks_; }
  /// Storages whose data there is: it outlives machines, as with the process provider.
  [[nodiscard]] const std::set<std::string>& data() const { return storage_.data(); }
  /// Storages whose place a unit has not left, with that unit.
  [[nodiscard]] const std::map<std::string, std::string>& places() const {
    return storage_.places();
  }
  [[nodiscard]] std::size_t count(const std::string& task) const;
  /// The agent that asked for this last: a machine's for `deploy`, a unit's for `hooks`.
  [[nodiscard]] caf::actor last_asker(const std::string& task) const;

  /// The orchestrator is gone: nobody is waiting for an answer any more.
  void forget_askers();
  /// @param now the host's time
  protocol::ProviderDone carry_out(const protocol::ProviderTask& task, store::Milliseconds now = 0);
  /// Answers at once, or holds the answer.
  void answer(const caf::actor& asker, const std::string& task, protocol::ProviderDone outcome);

private:
  struct Failure {
    std::string error;
    int times = 0;
    bool may_pass = false;
  };
  struct HeldAnswer {
    caf::actor asker;
    std::string task;
    protocol::ProviderDone outcome;
  };
  void stir(store::MachineId machine);
  void tell_of_ends(const std::string& unit);
  void forget_ends(const protocol::ForgetEnds& task);
  void list_hooks(const std::string& unit, protocol::ProviderDone& outcome);
  void make(const protocol::StartMachine& task, protocol::ProviderDone& outcome);
  void list(protocol::ProviderDone& outcome) const;
  void deploy(const protocol::DeployUnit& task, protocol::ProviderDone& outcome);
  void replace_charm(const protocol::ReplaceCharm& task, protocol::ProviderDone& outcome);
  void end_programs(store::MachineId machine);
  void reboot(store::MachineId machine, store::Milliseconds now);
  void forget_machine(store::MachineId machine);

  Mishaps mishaps_;
  HooksOfCharm hooks_of_charm_;
  std::map<std::string, Failure> failures_;
  std::set<std::string> held_texts_;
  std::vector<HeldAnswer> held_;
  std::set<std::string> instances_;
  std::map<std::string, store::MachineId> deployed_;
  std::map<std::string, store::MachineId> away_; ///< What was deployed on machines that are gone.
  std::map<std::string, std::string> charms_;    ///< Directories of their charms, by unit.
  std::map<std::string, store::MachineId> kept_;
  std::map<std::string, store::Milliseconds> kept_since_; ///< When the hook ended that left it.
  std::map<std::string, std::vector<hooks::EndedProgram>> ended_; ///< By unit.
  std::uint64_t last_end_ = 0;
  SimulatedStorage storage_;
  std::set<store::MachineId> lost_;
  std::vector<std::string> tasks_;
  std::map<std::string, caf::actor_addr> askers_;
  caf::actor_addr watcher_;
};

/// Machine 3 of `i-3`; nothing for another name.
[[nodiscard]] std::optional<store::MachineId> machine_of(const std::string& instance);
/// The text of a task.
[[nodiscard]] std::string text_of(const protocol::ProviderTask& task);

} // namespace orrery::simulate

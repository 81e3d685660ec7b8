#pragma once

#include "cmd/simulate/agent_side.hpp"
#include "cmd/simulate/findings.hpp"
#include "cmd/simulate/mortal_database.hpp"
#include "cmd/simulate/process.hpp"
#include "cmd/simulate/simulated_hooks.hpp"
#include "cmd/simulate/simulated_provider.hpp"
#include "cmd/simulate/world_options.hpp"
#include "store/contents.hpp"

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace orrery::simulate {

class Programs;

/// A model of the whole orchestrator in one thread: entities, journals, agents and their
/// supervisor, upon two stores in memory, with simulated providers and hooks; the order of messages
/// decided by a seed, time virtual. The first of a process begins with machine 0, which manages the
/// model and hosts units; others are empty.
///
/// Whenever it has settled every invariant must hold, no timer be left, and nothing be under way;
/// findings() has what does not. Models of one process go on together: messages of all are handled,
/// whichever is asked to run, and what ends the process ends all.
class World {
public:
  explicit World(WorldOptions options);
  ~World();
  World(const World&) = delete;
  World& operator=(const World&) = delete;

  /// The programs of charms, run by the real hook desk; without them hooks() decides. Not owned.
  /// Before begin().
  void set_programs(Programs* programs) { programs_ = programs; }
  /// Begins the world's process, which handles no message yet.
  void begin_process();
  /// Puts away what is left of the process; its destructor does so otherwise. What it knew is gone;
  /// what is outside can still be seen.
  void end();
  [[nodiscard]] bool has_process() const { return process_.runs(); }
  [[nodiscard]] Process& process() { return process_; }
  /// Begins the world's first process with all its models, and settles. Once, before all else.
  void begin();

  // --- What users do; each runs until no message is left, without waiting for time to pass. ---

  /// @returns its answer, which must have come.
  protocol::Answer run(const protocol::Command& command);
  /// The order of messages is decided by this seed from now on.
  void order_messages_by(std::uint64_t seed) { process_.order_messages_by(seed); }
  /// Creates the application and that many units, each on a machine of its own or on that one.
  void deploy(const store::Charm& charm,
              const std::string& name,
              int units = 1,
              std::optional<store::MachineId> machine = std::nullopt);
  std::string add_unit(const std::string& application,
                       std::optional<store::MachineId> machine = std::nullopt);
  /// By `application:endpoint`. @returns the relation's id.
  store::RelationId relate(const std::string& first, const std::string& second);
  /// Begins a command and handles no message. @returns its ticket.
  std::uint64_t start(const protocol::Command& command);
  /// @returns the answer to that ticket; nothing if it has not come.
  [[nodiscard]] const protocol::Answer* answer(std::uint64_t ticket) const;

  /// The hook that the unit plays (hooks().played()) calls a tool. @returns the tool's answer.
  hooks::ToolReply tool(const std::string& unit, const std::vector<std::string>& arguments);

  // --- What passes ---

  /// Until no message is left. Time stands still.
  void run();
  /// Until nothing is left to do and nothing is awaited; then checks. That an update-status comes
  /// some time is awaited by nobody.
  void settle();
  /// Lets that much time pass, with all that it brings.
  void advance(store::Milliseconds milliseconds);
  /// Messages handled one by one, at most that many. @returns how many there were
  int step(int messages);
  /// Lets time pass, at most that much and no further than to the next timer; messages that wait go
  /// on waiting.
  void pass(store::Milliseconds at_most);
  /// Until nothing is under way any more; then checks. Timers that nobody waits for are left.
  /// @returns false if that does not come within `patience`, or within a bound of messages, which
  /// is a finding
  bool calm(store::Milliseconds patience);
  /// Answers that have come are forgotten.
  void forget_answers() { answers_.clear(); }

  // --- What goes wrong ---

  /// The process is gone at this instant: no goodbye, nothing more written. It begins again from
  /// its two stores, as they are after that cut.
  void crash(const store::PowerCut& cut = {}) { process_.crash(cut); }
  /// Crashes the process when that many more effects (batches written, provider's tasks, hooks
  /// begun) have happened. What has happened since can only be seen by them, so that sweeping over
  /// all effects visits every different crash.
  void crash_after(std::uint64_t effects) { process_.crash_after(effects); }
  /// Crashes the process before that many more calls to the disk have been carried out, of those
  /// that change something.
  void crash_within_disk_call(std::uint64_t calls, const store::PowerCut& cut) {
    process_.crash_within_disk_call(calls, cut);
  }
  /// Makes that call to the disk fail once; the process then stops, and begins again.
  void fail_disk(store::DiskCall call, std::uint64_t k, store::DiskFault fault) {
    process_.fail_disk(call, k, fault);
  }
  /// The model's journal, or the agents', gets no turn until that time has passed, or all else is
  /// done.
  void slow_disk(bool model, store::Milliseconds milliseconds);
  /// Makes the agent of a unit or of `machine 3` slow; all that are slow hurry again when the last
  /// such time has passed.
  /// @pre somebody acts for it.
  void slow_agent(const std::string& whose, store::Milliseconds milliseconds);
  void slow_entity(const rules::Who& who, store::Milliseconds milliseconds);
  /// The process is gone at this instant, in the midst of whatever it does; for who watches a disk
  /// that was given. It does not begin again by itself.
  void die() { process_.die(); }
  [[nodiscard]] bool is_dead() const { return process_.dead(); }
  /// Why a store's write failed, which stopped the process; empty if none has. Only upon a disk
  /// that was given.
  [[nodiscard]] const std::string& fault() const { return fault_; }
  /// Nothing that was to go wrong later does.
  void mend() { process_.mend(); }
  /// Crashes if crash_after() has come to pass. @returns whether it had
  bool crash_if_due() { return process_.crash_if_due(); }
  [[nodiscard]] std::uint64_t effects() const { return process_.effects(); }
  [[nodiscard]] int crashes() const { return process_.crashes(); }
  /// Crashes, and with the orchestrator all programs: the host is in another boot then.
  void start_host_again();
  /// Crashes, and the host's clock is set before it begins again; back if less than 0.
  void crash_setting_clock(store::Milliseconds by);
  /// Crashes, and the agents' store is lost with its disk.
  void crash_losing_notes();
  /// Crashes, and the process begins again without this model, whose stores are gone; nothing but
  /// what is outside can be seen of it any more. Not of the first.
  void crash_and_leave();
  /// Crashes, and these records are in the model when it begins again, as another program may have
  /// left them.
  void crash_and_put(const std::vector<store::Record>& records);
  /// The agent that asked for that last fails, as by an exception (`deploy web/0`: the machine's
  /// agent; `hooks web/0`: the unit's). @returns false if there is none
  bool fail_agent(const std::string& task);
  /// Makes the agent of a unit, or of `machine 3`, fail.
  bool fail_agent_of(const std::string& whose);

  // --- What can be seen ---

  /// `simulated`, `simulated-2`.
  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] const std::string& uuid() const { return uuid_; }
  [[nodiscard]] Findings& findings() { return findings_; }
  [[nodiscard]] store::Contents contents() const;
  [[nodiscard]] const store::Database& database() const { return *model_; }
  [[nodiscard]] const store::Database& notes_database() const { return *notes_; }
  /// Until the next crash.
  [[nodiscard]] entities::Services& services() { return *services_; }
  [[nodiscard]] AgentSide& agents() { return *agents_; }
  [[nodiscard]] caf::actor_system& system() { return process_.system(); }
  /// Returns the agent that acts for a unit, or for `machine 3`, now. Until the next crash.
  [[nodiscard]] caf::actor agent_of(const std::string& whose) const {
    return agents_->model.roster.find(whose);
  }
  [[nodiscard]] agents::Roster& roster() { return agents_->model.roster; }
  [[nodiscard]] agents::Beginnings& beginnings() { return agents_->process.beginnings; }
  /// Whether a unit's agent is not there for it has nothing to do.
  [[nodiscard]] bool rests(const std::string& unit) const {
    return agents_->model.roster.rests(unit);
  }
  [[nodiscard]] SimulatedHooks& hooks() { return hooks_; }
  [[nodiscard]] SimulatedProvider& provider() { return provider_; }
  [[nodiscard]] const SimulatedProvider& provider() const { return provider_; }
  [[nodiscard]] std::vector<std::string> hooks_of(const std::string& unit) const {
    return hooks_.of(unit);
  }
  /// Warnings in a unit's own log.
  [[nodiscard]] const std::vector<std::string>& warnings(const std::string& unit) {
    return warnings_[unit];
  }
  /// Units whose logs may go some day. Stays when the process ends.
  [[nodiscard]] const std::set<std::string>& units_recalled() const { return units_recalled_; }
  /// Statuses that a unit has had, as its own log tells them: `workload active ready`.
  [[nodiscard]] const std::vector<std::string>& statuses_said(const std::string& unit) {
    return statuses_said_[unit];
  }
  [[nodiscard]] store::Unit unit(const std::string& name) const;
  [[nodiscard]] store::UnitStatus status(const std::string& unit) const;
  [[nodiscard]] bool has_unit(const std::string& name) const;
  /// Whether the unit is Alive and idle, its last hook has succeeded, and its machine is there.
  [[nodiscard]] bool is_well(const std::string& unit) const { return is_well(contents(), unit); }
  [[nodiscard]] static bool is_well(const store::Contents& all, const std::string& unit);
  /// The process's time.
  [[nodiscard]] store::Milliseconds now() const { return process_.clock().now(); }
  /// The host's.
  [[nodiscard]] store::Milliseconds host_time() const { return process_.clock().host(); }
  /// The time that has passed since the first process began, whoever set which clock.
  [[nodiscard]] store::Milliseconds passed() const { return process_.clock().passed(); }
  /// The host's clock is set that much forward, or back if less than 0. The process that runs
  /// follows it forward only, as a real one does.
  void set_clock(store::Milliseconds by) { process_.clock().set_by(by); }
  /// How many timers are set, without that of update-status.
  [[nodiscard]] std::size_t timers() const { return process_.scheduler().awaited_timers(); }
  [[nodiscard]] std::size_t timers_of_update_status() const {
    return process_.scheduler().clock().schedule().size() - timers();
  }
  [[nodiscard]] agents::UpdateStatus& update_status() { return agents_->model.update_status; }
  [[nodiscard]] std::int64_t activity() const { return activity_->count(); }
  [[nodiscard]] const runtime::UnderWay& counts_in() const { return *activity_; }
  /// Keys of the agents' store that begin so.
  [[nodiscard]] std::vector<std::string> notes(const std::string& prefix) const;
  /// Describes what a user would call the state: without times, counters and who of several leads.
  [[nodiscard]] std::string outline() const;
  /// Lists what there is beside the model, charms, sequences and machines: a line each.
  [[nodiscard]] std::vector<std::string> leftovers() const;

  /// Tells whoever looks at a model of the process.
  template <class Tell>
  void tell_all(const Tell& tell) {
    for (const World* model : process_.models())
      if (model->options_.spectator != nullptr)
        tell(*model->options_.spectator);
  }

private:
  friend class Process;
  // The model's part of the beginning of a process, and of its end, in this order.
  void open_stores();
  void begin_actors();
  void begin_machine();
  void tell_of_death();
  void end_programs();
  void end_supervisor();
  void end_actors();
  void end_providers();
  void forget_process();

  int handle_all();
  void begin_journals();
  void begin_hooks();
  /// One of its stores, `/model` or `/notes`, is gone from the disk. @pre it is not open
  void lose(const char* kind);
  [[nodiscard]] std::string store_of(const char* kind) const { return kind + directories_end_; }
  void answered(const protocol::Answer& answer);
  static bool fail(const caf::actor& agent);
  void disk_failed(const store::StoreError& error);
  void check();

  WorldOptions options_;
  std::unique_ptr<Process> own_process_; ///< Of the first of its models.
  Process& process_;
  std::string name_ = "simulated";
  std::string uuid_ = "0b7c6f6e-7a7b-4c54-8b0c-444444444444";
  std::string directories_end_; ///< Of the names of its stores.
  Findings findings_;
  std::string fault_;
  bool needs_machine_ = false; ///< Decided when its stores are opened.
  SimulatedProvider provider_;
  SimulatedHooks hooks_;
  Programs* programs_ = nullptr;
  std::uint64_t last_ticket_ = 0;
  std::map<std::uint64_t, protocol::Answer> answers_;
  std::map<std::string, std::vector<std::string>> warnings_;
  std::map<std::string, std::vector<std::string>> statuses_said_;
  std::set<std::string> units_recalled_;

  // The model as its process has it: all of it goes with a crash.
  std::unique_ptr<runtime::Activity> activity_;
  std::unique_ptr<MortalDatabase> model_;
  std::unique_ptr<MortalDatabase> notes_;
  std::unique_ptr<entities::Services> services_;
  std::unique_ptr<AgentSide> agents_;
  std::function<void()> end_between_ = [] {}; ///< See WorldOptions::between.
  caf::actor client_;
  caf::actor supervisor_;
  caf::actor journal_;
};

/// A charm without endpoints; `local:NAME-1`.
[[nodiscard]] store::Charm make_charm(const std::string& name,
                                      std::vector<store::CharmEndpoint> endpoints = {});

} // namespace orrery::simulate

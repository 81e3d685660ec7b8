#pragma once

#include "actors/agents/agent_services.hpp"
#include "actors/runtime/clock.hpp"
#include "store/contents.hpp"
#include "store/disk/simulated_disk.hpp"
#include "test/support/mortal_database.hpp"
#include "test/support/seeded_scheduler.hpp"
#include "test/support/simulated_hooks.hpp"
#include "test/support/simulated_provider.hpp"

#include <caf/actor_system.hpp>
#include <caf/actor_system_config.hpp>

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace orrery::test {

/// The scheduler's virtual time; goes on where it was when a crash ends one scheduler.
class SimulatedClock final : public runtime::Clock {
public:
  [[nodiscard]] store::Milliseconds now() const override;
  void follow(SeededScheduler* scheduler);
  void set(store::Milliseconds now) { before_ = now; }

private:
  store::Milliseconds before_ = 1'000'000; ///< Of earlier schedulers.
  SeededScheduler* scheduler_ = nullptr;
};

/// The whole orchestrator in one thread: entities, journals, agents and their supervisor, upon two
/// stores in memory, with simulated providers and hooks; the order of messages decided by a seed,
/// time virtual. Begins with machine 0, which manages the model and hosts units.
///
/// Whenever it has settled every invariant must hold, no timer be left, and nothing be under way.
class SimulatedWorld {
public:
  /// @param history_kept for how many transactions it knows of what was removed (C3)
  explicit SimulatedWorld(std::uint64_t seed = 1, std::uint64_t history_kept = rules::history_kept);
  /// Upon that disk, which outlives it, and with the machines, hooks and time that the other one left when its
  /// process ended (null: none). Its process has begun, and handled no message.
  SimulatedWorld(store::SimulatedDisk& disk, const SimulatedWorld* before, std::uint64_t seed);
  ~SimulatedWorld();
  SimulatedWorld(const SimulatedWorld&) = delete;
  SimulatedWorld& operator=(const SimulatedWorld&) = delete;

  // --- What users do; each runs until no message is left, without waiting for time to pass. ---

  /// @returns its answer, which must have come.
  protocol::Answer run(const protocol::Command& command);
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

  /// A user runs a command at a unit or at `machine 3`; handles no message.  @pre somebody acts for it.
  /// @returns its ticket.
  std::uint64_t exec(const std::string& whose, const std::string& script);
  /// @returns what became of it; nothing if it has not ended.
  [[nodiscard]] const protocol::CommandEnded* exec_ended(std::uint64_t ticket) const;

  /// The hook that the unit plays (hooks().played()) calls a tool. @returns the tool's answer.
  hooks::ToolReply tool(const std::string& unit, const std::vector<std::string>& arguments);

  // --- What passes ---

  /// Until no message is left. Time stands still.
  void run();
  /// Until nothing is left to do and nothing is awaited; then checks.
  void settle();
  /// Lets that much time pass, with all that it brings.
  void advance(store::Milliseconds milliseconds);
  /// Messages handled one by one, at most that many.
  void step(int messages);

  // --- What goes wrong ---

  /// The process is gone at this instant: no goodbye, nothing more written. It begins again from
  /// its two stores.
  void crash();
  /// The same, when that many more effects (batches written, provider's tasks, hooks begun) have
  /// happened. What has happened since can only be seen by them, so that sweeping over all effects
  /// visits every different crash.
  void crash_after(std::uint64_t effects) { crash_at_ = effects_ + effects; }
  [[nodiscard]] std::uint64_t effects() const { return effects_; }
  [[nodiscard]] int crashes() const { return crashes_; }
  /// Crashes, and the agents' store is lost with its disk.
  void crash_losing_notes();
  /// Crashes, and these records are in the model when it begins again, as another program may have left them.
  void crash_and_put(const std::vector<store::Record>& records);
  /// The agent that asked for that last fails, as by an exception (`deploy web/0`: the machine's
  /// agent; `hooks web/0`: the unit's).
  void fail_agent(const std::string& task);

  /// The next command of that cause which visits the entity first starts over too often (L8).
  void contend(const rules::Who& who, const std::string& cause);

  /// The process is gone at this instant, in the midst of whatever it does; for who watches the disk. Does not begin again.
  void die() { dead_ = true; }
  [[nodiscard]] bool is_dead() const { return dead_; }
  /// Why a store's write failed, which stopped the process; empty if none has. Only upon a disk that was given.
  [[nodiscard]] const std::string& fault() const { return fault_; }
  /// Puts away what is left of the process. What it knew is gone; what is outside can still be seen.
  void end();
  [[nodiscard]] bool has_process() const { return system_ != nullptr; }

  // --- What can be seen ---

  /// How many commands have ended so.
  [[nodiscard]] int contended() const { return contended_; }

  [[nodiscard]] store::Contents contents() const;
  [[nodiscard]] const store::Database& database() const { return *model_; }
  [[nodiscard]] const store::Database& notes_database() const { return *notes_; }
  /// Until the next crash.
  [[nodiscard]] entities::Services& services() { return *services_; }
  [[nodiscard]] SimulatedHooks& hooks() { return hooks_; }
  [[nodiscard]] SimulatedProvider& provider() { return provider_; }
  [[nodiscard]] std::vector<std::string> hooks_of(const std::string& unit) const {
    return hooks_.of(unit);
  }
  /// Warnings in a unit's own log.
  [[nodiscard]] const std::vector<std::string>& warnings(const std::string& unit) {
    return warnings_[unit];
  }
  /// What its statuses have become, as its own log tells it: `workload active ready`.
  [[nodiscard]] const std::vector<std::string>& statuses_said(const std::string& unit) {
    return statuses_said_[unit];
  }
  [[nodiscard]] store::Unit unit(const std::string& name) const;
  [[nodiscard]] store::UnitStatus status(const std::string& unit) const;
  [[nodiscard]] bool has_unit(const std::string& name) const;
  [[nodiscard]] store::Milliseconds now() const { return clock_.now(); }
  [[nodiscard]] std::size_t timers() const { return scheduler_->clock().schedule().size(); }
  [[nodiscard]] std::int64_t activity() const { return activity_->count(); }
  /// Keys of the agents' store that begin so.
  [[nodiscard]] std::vector<std::string> notes(const std::string& prefix) const;
  /// What a user would call the state: without times, counters and who of several leads.
  [[nodiscard]] std::string outline() const;
  /// A store in which nothing but the model, charms, sequences and machines is left.
  void expect_nothing_left() const;

private:
  void begin();
  void begin_actors();
  void open(std::unique_ptr<MortalDatabase>& database, const char* directory);
  void check();
  [[nodiscard]] bool crash_is_due() const { return effects_ >= crash_at_; }

  std::uint64_t seed_;
  std::uint64_t history_kept_;
  std::unique_ptr<store::SimulatedDisk> own_disk_;
  store::SimulatedDisk* disk_;
  SimulatedProvider provider_;
  SimulatedHooks hooks_;
  SimulatedClock clock_;
  bool dead_ = false;
  std::string fault_;
  std::uint64_t effects_ = 0;
  std::uint64_t crash_at_ = UINT64_MAX;
  int crashes_ = 0;
  int contended_ = 0;
  std::uint64_t last_ticket_ = 0;
  std::map<std::uint64_t, protocol::Answer> answers_;
  std::map<std::uint64_t, protocol::CommandEnded> commands_ended_;
  std::map<std::string, std::vector<std::string>> warnings_;
  std::map<std::string, std::vector<std::string>> statuses_said_;

  // The process: all of it goes with a crash.
  std::unique_ptr<runtime::Activity> activity_;
  std::unique_ptr<MortalDatabase> model_;
  std::unique_ptr<MortalDatabase> notes_;
  std::unique_ptr<caf::actor_system_config> config_;
  std::unique_ptr<caf::actor_system> system_;
  SeededScheduler* scheduler_ = nullptr; ///< A module of the system's.
  std::unique_ptr<entities::Services> services_;
  std::unique_ptr<agents::AgentServices> agents_;
  caf::actor client_;
  caf::actor supervisor_;
};

/// A charm without endpoints; `local:NAME-1`.
[[nodiscard]] store::Charm make_charm(const std::string& name,
                                      std::vector<store::CharmEndpoint> endpoints = {});

} // namespace orrery::test

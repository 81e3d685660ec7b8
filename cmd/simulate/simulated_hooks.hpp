#pragma once

#include "actors/agents/host_services.hpp"
#include "actors/agents/messages.hpp"
#include "actors/runtime/counted_actor.hpp"
#include "cmd/simulate/played_hooks.hpp"

#include <caf/actor.hpp>

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace orrery::simulate {

/// The hook programs of all units, as scripts. They outlive every crash of the orchestrator; what
/// runs at that moment is killed with it.
class SimulatedHooks {
public:
  explicit SimulatedHooks(Findings& findings) : findings_(findings), played_(findings) {}
  static constexpr int for_ever = -1;
  using Script = std::function<void(const hooks::HookSight&, hooks::HookState&)>;

  /// The next `times` runs of that hook exit with 1 and say so on standard error.
  void fail(const std::string& unit, const std::string& hook, int times = for_ever);
  void mend(const std::string& unit, const std::string& hook) { failures_.erase({unit, hook}); }
  /// The next runs of that hook end like this.
  void
  end_with(const std::string& unit, const std::string& hook, hooks::HookEnd end, int times = 1);
  /// Sets what the hook buffers, whether it succeeds or not.
  void script(const std::string& unit, const std::string& hook, Script script) {
    scripts_[{unit, hook}] = std::move(script);
  }
  /// The next run of that hook asks for its machine's reboot, and ends there if that is Now.
  void reboot_once(const std::string& unit, const std::string& hook, hooks::Reboot when) {
    reboots_[{unit, hook}] = when;
  }
  /// Makes that hook hang until it is released.
  void hold(const std::string& unit, const std::string& hook) { held_.insert({unit, hook}); }
  void release(const std::string& unit);
  [[nodiscard]] bool is_running(const std::string& unit) const { return running_.contains(unit); }
  [[nodiscard]] bool any_running() const { return !running_.empty() || played_.any_running(); }
  /// Hooks that call tools, through the real hook desk.
  [[nodiscard]] PlayedHooks& played() { return played_; }

  /// Hooks started so far, in order: `install`, `db-relation-joined mysql/0`.
  [[nodiscard]] std::vector<std::string> of(const std::string& unit) const;
  [[nodiscard]] std::size_t count(const std::string& unit, const std::string& hook) const;
  /// How often each task's program has begun.
  [[nodiscard]] std::map<store::TaskId, std::size_t> runs_of_tasks() const;
  /// Returns what the last run of that hook could see.
  [[nodiscard]] const hooks::HookSight& last_sight(const std::string& unit,
                                                   const std::string& hook) const;
  /// Goes on as if the same programs had run and were to fail; none of them runs now, none is
  /// played.
  void go_on_from(const SimulatedHooks& other);
  /// Forgets what has run, for who looks at what comes next.
  void clear() { runs_.clear(); }

  // For the actor, and for the orchestrator's death.
  void begin(const protocol::RunHook& order, const caf::actor& client);
  /// One begins that is played by hand.
  void begin_played(const hooks::HookSight& sight) { runs_.push_back(sight); }
  /// Ends the hook of a unit, unless it hangs.
  void end(const std::string& unit);
  /// Ends what runs for that task, as if it were killed.
  void end_task(store::TaskId task);
  void kill_all();

private:
  using Which = std::pair<std::string, std::string>;
  struct Running {
    protocol::RunHook order;
    caf::actor client;
  };
  struct Failure {
    hooks::HookEnd end;
    int times = 0;
  };
  void finish(const std::string& unit);

  Findings& findings_;
  std::map<Which, Failure> failures_;
  std::map<Which, Script> scripts_;
  std::set<Which> held_;
  std::map<Which, hooks::Reboot> reboots_;
  std::map<std::string, Running> running_; ///< By unit: one at a time (W7).
  std::vector<hooks::HookSight> runs_;
  PlayedHooks played_;
};

/// Starts hooks until its orchestrator dies. A hook ends a message later than it began.
class SimulatedHooksActor final : public runtime::CountedActor {
public:
  SimulatedHooksActor(caf::actor_config& config,
                      runtime::UnderWay& activity,
                      SimulatedHooks& hooks,
                      caf::actor desk,
                      const agents::HostServices& host,
                      const bool& dead,
                      std::uint64_t& effects);

private:
  caf::behavior make_behavior() override;
  void run(const protocol::RunHook& order);
  void run_on_machine(const protocol::RunOnMachine& order);
  void end_task(const protocol::EndTask& order);
  void end(const std::string& unit);

  SimulatedHooks& hooks_;
  caf::actor desk_; ///< The real one: runs what is played.
  const agents::HostServices& host_;
  const bool& dead_;
  std::uint64_t& effects_;
};

} // namespace orrery::simulate

#pragma once

#include "actors/agents/failures.hpp"
#include "actors/agents/host_agent.hpp"
#include "actors/agents/provider_delays.hpp"
#include "actors/workflow/deployment.hpp"
#include "actors/workflow/hooks_left.hpp"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace orrery::agents {

/// Does what a machine's agent does for its principals and a principal's agent for its subordinates
/// (M9, B3): deploys Alive ones, removes those that never ran, recalls and removes Dead ones, and
/// keeps their agents running. A part of that agent, in whose name and thread it does all of it;
/// deployment.hpp decides what is next.
class Deployer {
public:
  /// Hears what its agent wants to know.
  class Owner {
  public:
    Owner() = default;
    Owner(const Owner&) = delete;
    Owner& operator=(const Owner&) = delete;
    /// One of the units has gone to rest.
    virtual void unit_rests() {}
    /// One of them is gone, with everything of it.
    virtual void unit_forgotten() = 0;
    /// A step for a unit has ended, or its agent.
    virtual void step_ended() {}
    /// The recall of a unit that the model has no more has failed for now: no status of the unit's
    /// own can say so.
    virtual void recall_failed(const std::string& unit, const std::string& why) = 0;

  protected:
    ~Owner() = default;
  };

  /// @param holder whose units these are: `machine 3` or a principal's name; names its notes.
  Deployer(HostAgent& agent, Owner& owner, store::MachineId machine, std::string holder);

  /// Reads the notes of an earlier run: which units are deployed. Call once, before set_units.
  void recall_notes();
  /// Units may be deployed from now on, at this address.
  void set_address(std::string address);
  [[nodiscard]] const std::string& address() const { return address_; }
  /// The machine is lost, with all that was deployed there: no agent runs any more, nothing is
  /// deployed.
  /// @param why for those who look at its units (W6).
  void lose_host(const std::string& why);
  /// The host goes for good: what is deployed there is recalled and forgotten now, and a recall
  /// that fails is not tried again, for what is left goes with the host (M6).
  void leave_host();
  /// Nothing of what was going on when the host was lost goes on.
  [[nodiscard]] bool is_still() const;
  /// Whether the agents of all its units rest, and nothing is to be done for any of them.
  [[nodiscard]] bool all_rest() const;
  /// Deletes every note of what the hooks of units here have done; `then` is called once that is on
  /// disk. That they are deployed stays noted: what is left of them is recalled with them.
  void forget_hooks(std::function<void()> then);
  /// The units that are assigned here now. Deployed ones that are not are recalled.
  void set_units(const std::vector<std::string>& units);
  /// @returns false if the unit is none of this agent's.
  bool deployed_unit_seen(const protocol::UnitSeen& seen);
  /// The holder is not Alive: a unit of it that never ran is not deployed any more (B4).
  void set_dying() { dying_ = true; }
  /// Units that are assigned here, or deployed and not recalled yet.
  [[nodiscard]] std::size_t held_units() const { return units_.size(); }
  /// The application of a unit that cannot be deployed now, and so has no agent to see it (U10).
  void held_application_seen(const protocol::ApplicationSeen& seen);
  void agent_down(const caf::down_msg& down);
  /// There is news for a unit whose agent rests: it begins again.
  void stirred(const Stirred& news) { stir(news.unit); }
  /// There is a place for its agent, which begins unless something else has come.
  void may_begin(const MayBegin& turn);
  /// Whether every unit assigned here has been seen, and none of them Alive.
  [[nodiscard]] bool none_alive() const;
  /// The time of a task that has failed may have come.
  void look_again(const protocol::LookAgain& again);
  /// The agent ends.
  void on_exit();
  /// Reads what is noted of a unit's hooks and relations.
  [[nodiscard]] UnitNotes notes_about(const std::string& unit) const;
  /// Says in the unit's log and in the orchestrator's which hooks will not run, if any. At least
  /// once: who ends before its notes say so leaves it to be said again.
  void tell_skipped(const std::string& unit, const std::vector<Hook>& hooks, std::string_view by);
  void write_unit_log(const std::string& unit, const UnitLine& line);
  [[nodiscard]] store::MachineId machine() const { return machine_; }

private:
  struct Held : Deployment {
    Failures failures; ///< Of its agent.
    Failures faults;   ///< Of the provider, in what its agent asked for.
    store::Milliseconds delay = first_provider_delay; ///< Until the next try.
    std::unique_ptr<runtime::Hold> waiting;           ///< Until then.
    /// While it waits for a place: another model may have them all, and nothing else of this one be
    /// under way.
    std::unique_ptr<runtime::Hold> place_awaited;
    caf::actor agent;
  };
  [[nodiscard]] store::Milliseconds delay_after(Failures& faults) const;
  [[nodiscard]] DeploymentHost host() const;
  static void set_agent(Held& held, caf::actor agent) {
    held.has_agent = static_cast<bool>(agent);
    held.agent = std::move(agent);
  }
  /// Does what is next for a unit, if anything is.
  void consider(const std::string& unit);
  void take_step(const std::string& unit);
  void deploy(const std::string& unit, Held& held);
  void prepare(protocol::DeployUnit order);
  void start_agent(const std::string& unit, Held& held);
  void end_agent(const std::string& unit, Held& held, std::function<void()> then);
  [[nodiscard]] caf::actor earlier_agent(const std::string& unit) const;
  void end_with_agents(caf::error reason);
  void quit_when_alone();
  void agent_ended(const caf::actor_addr& agent);
  void stir(const std::string& unit);
  void let_rest(const std::string& unit, Held& held);
  void rests_no_more(const std::string& unit, Held& held);
  void rests_no_more(const std::string& unit);
  [[nodiscard]] bool is_ending(const std::string& unit) const;
  [[nodiscard]] bool take_place(const std::string& unit);
  static bool waits_no_more(Held& held);
  void give_back_unused_place(const std::string& unit);
  /// Says whether its units are subordinates.
  [[nodiscard]] bool is_principal() const { return holder_.find('/') != std::string::npos; }
  void watch_application(Held& held);
  void unwatch_application(Held& held);
  void end_undeployed(const std::string& unit, Held& held);
  void remove_never_run(const std::string& unit, Held& held);
  void delete_subordinate(const std::string& unit, Held& held);
  void recall(const std::string& unit, Held& held);
  void recall_all(const std::string& unit, std::vector<std::string> left);
  void tell_forced(const std::string& unit, std::function<void()> then);
  void delete_unit(const std::string& unit);
  void forget(const std::string& unit);
  void done(const std::string& unit);
  void try_later(const std::string& unit, const std::string& error);
  void look_at(const std::string& unit, Held& held);
  void give_up(const std::string& unit, const std::string& error);
  /// Says of a unit that nobody acts for it now: `failed`, or `lost` where its agent is gone (W6).
  void say(const std::string& unit, const char* agent, const std::string& error);
  /// With its subordinates, whose agents have ended before its own.
  void say_lost(const std::string& unit, const std::string& why);
  [[nodiscard]] bool ever_ran(const std::string& unit) const;
  [[nodiscard]] bool was_installed(const std::string& unit) const;
  [[nodiscard]] std::string note_key(const std::string& unit) const;
  [[nodiscard]] std::vector<std::string> keys_below(const std::string& prefix) const;
  void add_hook_notes(const std::string& unit, std::vector<store::Change>& changes) const;
  [[nodiscard]] std::vector<std::string> deployed_by(const std::string& unit) const;
  [[nodiscard]] std::vector<store::Change> notes_of(const std::string& unit) const;

  HostAgent& agent_;
  Owner& owner_;
  store::MachineId machine_;
  std::string holder_;
  std::string address_;
  bool dying_ = false;
  bool assigned_known_ = false; ///< set_units has been called.
  std::map<std::string, Held> units_;
  std::string lost_;       ///< Why the host is lost; empty while it is not.
  std::uint64_t host_ = 0; ///< Counts losses: what was begun for an earlier one is void.
  bool leaving_ = false;   ///< The host goes for good.
  struct Ending {
    std::string unit;
    std::function<void()> then;
    caf::actor agent;  ///< Nobody else may know it any more.
    bool down = false; ///< It has ended; its last notes are on their way to the disk.
  };
  std::map<caf::actor_addr, Ending> ending_; ///< Agents that were told to end.
  caf::actor self_; ///< While it waits for its agents to end: nobody else may know it then.
  std::optional<caf::error> quitting_; ///< Why it ends, once its agents have.
};

} // namespace orrery::agents

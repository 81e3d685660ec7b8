#pragma once

#include "actors/agents/deployer.hpp"
#include "actors/workflow/mind.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace orrery::agents {

/// The hands of a unit's agent: turns messages into events of its mind, and carries out what the
/// mind puts out. Its notes are on disk before and after every hook (W4). For its subordinates it
/// is what a machine's agent is for the unit: that is its Deployer.
///
/// Begun by the deployer of its unit, which it does not outlive; works on whichever thread of the
/// scheduler.
class UnitAgent final : public HostAgent, private Deployer::Owner {
public:
  UnitAgent(caf::actor_config& config, const AgentServices& services, ActsFor acts_for);

  /// For judges in the same thread only.
  [[nodiscard]] const Mind& mind() const { return mind_; }

private:
  caf::behavior make_behavior() override;
  void on_exit() override;
  [[nodiscard]] std::string acting_for() const override { return unit(); }
  [[nodiscard]] const std::string& unit() const { return mind_.acts_for().unit; }
  void unit_forgotten() override;
  void recall_failed(const std::string& unit, const std::string& why) override;
  void say_of_recalls();
  void unit_rests() override { rest_if_possible(); }

  // Events.
  void begin();
  void unit_seen(const protocol::UnitSeen& seen);
  void own_unit_seen(const protocol::UnitSeen& seen);
  void application_seen(const protocol::ApplicationSeen& seen);
  void relation_seen(const protocol::RelationSeen& seen);
  void wake(const protocol::Wake& wake);
  void got_answer(const protocol::Answer& answer);
  void look_at_ends(const protocol::LookAtEnds&);
  void update_status_due(const protocol::UpdateStatusDue&);
  void secrets_stirred(const protocol::LookAtSecrets&);
  /// Messages that are events as they are.
  template <class Message>
  void told(const Message& message) {
    tell(message);
  }
  /// Tells the mind, and carries out what follows.
  template <class Event>
  void tell(const Event& event) {
    mind_.step(event, now());
    carry_out(mind_.take_output());
  }

  // Carrying out what the mind puts out (unit_agent_hands.cpp).
  void carry_out(Output output);
  void look(const std::vector<Look>& looks);
  void say(const Said& said);
  void say_failed(const FailedHook& failed);
  void move_place(const Output& output);
  void hold_while_at_hook();
  void set_wake(const Output& output);
  void follow(Effect effect);
  void ask_model(const protocol::Command& command);
  void look_at_members(const LookAtMembers& look);
  void end_all_programs();
  void put_in_place(const PutCharmInPlace& charm);
  void look_at_task(const LookAtTask& look);
  void look_at_config();
  void forget_ends(const ForgetTheseEnds& ends);
  void give_back_beginning();
  void let_subordinates_begin();
  void pass_over_leadership();

  // Places of the unit's storages (unit_agent_storage.cpp).
  void provide_storage(const ProvideStorage& wanted);
  void leave_storage(const LeaveStorage& left);
  void storage_handled(const protocol::ProviderDone& reply);
  void look_at_storage(const protocol::UnitSeen& seen);
  void tell_hooks_listed();

  // When update-status is due (unit_agent_update_status.cpp).
  void restart_update_status();
  void take_update_status();
  void await_update_status();

  // Hooks that secrets ask for (unit_agent_secrets.cpp).
  void look_at_secrets();
  void look_at_leader(const protocol::ApplicationSeen& seen);

  // How it goes to rest (unit_agent_rest.cpp).
  void told_that_it_may_rest(const MayRest&);
  void rest_if_possible();

  Mind mind_;
  Deployer deployer_;               ///< Of the unit's subordinates.
  std::optional<HookHold> at_hook_; ///< While a hook or a task runs, or waits for its place.
  /// Whether the wheel has the unit's next time; nothing: not known yet.
  std::optional<bool> awaits_update_status_;
  store::Milliseconds update_status_since_ = 0; ///< From when on that time is reckoned.
  /// Set once the notes are read. Earlier observations are dropped, because observing starts with
  /// the present state.
  bool begun_ = false;
  /// Which hooks the charm has, until the unit's data was looked at: none runs before.
  std::unique_ptr<HooksListed> listed_;
  std::size_t to_look_at_ = 0; ///< Storages.
  bool looked_ = false;        ///< Set once the unit was seen, and with it which storages it has.
  bool is_among_beginning_ = true; ///< Set until it gives its place among those that begin back.
  bool leads_ = false; ///< As its application was seen last: its leader's hooks are read, too.
  std::string failed_recall_;        ///< Why a subordinate's does not succeed; empty: none fails.
  bool has_said_of_recalls_ = false; ///< Its unit's status says so.
  bool rest_wanted_ = false;         ///< Set while too many others have been idle for less long.
  /// Set once the roster knows that it rests: it ends, and is begun again by the first news.
  bool resting_ = false;
};

} // namespace orrery::agents

#pragma once

#include "actors/agents/deploying_agent.hpp"
#include "actors/workflow/workflow.hpp"

#include <functional>
#include <list>
#include <memory>
#include <set>
#include <string>

namespace orrery::agents {

/// Whom an agent acts for, and where.
struct UnitAgentOptions {
  std::string unit;
  std::string application;
  std::string principal; ///< Empty for a principal.
  store::MachineId machine = 0;
  std::string address; ///< The machine's.
  bool rested = false; ///< Its last agent went to rest: what that has said still holds.
  std::vector<StirredByCommand> orders{}; ///< It is begun for these.
};

/// A unit's agent: looks at what is, compares it with what was done, takes one step (workflow.hpp
/// decides which). Its notes are on disk before and after every hook (W4); for its subordinates it
/// is what a machine's agent is for it.
class UnitAgent final : public DeployingAgent {
public:
  UnitAgent(caf::actor_config& config, AgentServices& services, UnitAgentOptions options);

private:
  caf::behavior make_behavior() override;
  void on_exit() override;
  void observe_no_more();
  [[nodiscard]] std::string acting_for() const override { return options_.unit; }

  // What it sees (unit_agent_sight.cpp).
  void unit_seen(const protocol::UnitSeen& seen);
  void unit_forgotten() override;
  void unit_rests() override { rest_if_possible(); }
  void own_unit_seen(const protocol::UnitSeen& seen);
  void take_over_status(const store::UnitStatus& status);
  void application_seen(const protocol::ApplicationSeen& seen);
  void relation_seen(const protocol::RelationSeen& seen);
  void scope_stirred(const protocol::ScopeStirred& stirred);
  void members_seen(const protocol::MembersSeen& seen);
  void compare_members(RelationRemote& relation, const protocol::MembersSeen& seen);
  void compare_member(store::RelationId id, const std::string& member);
  void meet_relation(const store::Relation& relation);
  void counterpart_seen(const protocol::ApplicationSeen& seen);
  void observe_relation(const store::Relation& relation);
  void lose_relation(store::RelationId id);
  void note_scopes();
  [[nodiscard]] bool kept_by_container() const;
  [[nodiscard]] bool answers_own_look();
  [[nodiscard]] bool sight_complete() const;

  // What it does (unit_agent_steps.cpp).
  void begin();
  void wake(const protocol::Wake& due);
  void step();
  void take_steps();
  void give_back_place();
  void pass_over_leadership();
  [[nodiscard]] bool will_claim() const;
  [[nodiscard]] bool carry_out(const Next& next);
  [[nodiscard]] bool local_step(const Next& next);
  void act(const protocol::Command& command, OnAnswer then);
  void act_on_relation(const protocol::Command& command, store::RelationId id, OnAnswer then);
  void accept_resolved(bool retried);
  void enter(store::RelationId id);
  void read_members(store::RelationId id);
  void become(store::Life life, const protocol::Command& command);
  void take(Writes writes);
  void save(std::function<void()> then);
  void be_idle(std::optional<store::Milliseconds> until);
  void resume_stepping();

  // How it goes to rest (unit_agent_rest.cpp).
  void told_that_it_may_rest(const MayRest&);
  void got_answer(const protocol::Answer& answer);
  void rest_if_possible();
  [[nodiscard]] bool has_nothing_under_way() const;

  // Its hooks (unit_agent_hooks.cpp).
  [[nodiscard]] bool has_hook(const Hook& hook) const;
  void queue_hook(const Hook& hook);
  void run_hook();
  [[nodiscard]] bool has_slot();
  void slot_granted(const protocol::SlotGranted& granted);
  void free_slot();
  void want_slot();
  void read_config();
  void config_seen(const protocol::ConfigSeen& seen);
  [[nodiscard]] hooks::HookSight sight_of(const Hook& hook, const protocol::ConfigSeen& seen) const;
  void hook_ended(const protocol::HookEnded& ended);
  void flush(const hooks::HookState& state, std::function<void(const std::string& fault)> then);
  void hook_failed(const std::string& why);

  // Users' commands in its place (unit_agent_commands.cpp).
  void run_command(const protocol::RunCommand& order);
  [[nodiscard]] bool begin_command();
  [[nodiscard]] bool may_run_command() const;
  void start_command(const protocol::ConfigSeen& seen);
  void command_ended(const protocol::HookEnded& ended);
  void answer_command(const std::string& fault, const hooks::HookEnd& end);
  void refuse_commands();

  // What it says (unit_agent_report.cpp).
  void report(const std::string& agent_status,
              const std::string& message,
              std::optional<store::Status> workload = {});
  void report_idle();
  void report_hook();
  void hook_goes_on(const protocol::HookGoesOn&);
  [[nodiscard]] std::optional<UnitLine> opening_of(const Hook& hook);
  [[nodiscard]] std::optional<UnitLine> next_line(const std::string& agent_status,
                                                  const std::string& message);
  [[nodiscard]] store::Status workload_becomes(const std::string& value,
                                               const std::string& message);

  UnitAgentOptions options_;
  UnitLocal local_;
  UnitRemote remote_;
  LookedAt looked_at_; ///< Of the two above.
  std::map<std::string, std::optional<std::string>>
    unsaved_; ///< Notes not on disk yet; the newest of each key.

  bool begun_ = false; ///< It has read its notes; what it is told before, it will see.
  bool unit_known_ = false;
  bool application_known_ = false;
  bool principal_known_ = false;
  bool hooks_known_ = false;
  std::set<store::RelationId> awaited_; ///< Relations met and not seen yet.
  std::set<store::RelationId> scopes_;  ///< From the scope records (S10).
  std::map<store::RelationId, store::Relation>
    unplaced_; ///< Whose other application must be seen first (B6).
  std::map<store::RelationId, store::Relation>
    elsewhere_; ///< Of its application, without a place for it (B6).
  HookNames hook_names_;

  bool has_place_ = true;     ///< Among those that begin, until it waits for somebody.
  bool done_unsaved_ = false; ///< Notes of a hook that is over are not on disk yet.
  bool busy_ = false;         ///< Something is under way; the next step waits for it.
  bool offered_ = false;      ///< It was told that nobody leads: others may wait for its word.
  bool stalled_ = false;      ///< The model refused a step: wait until something is seen.
  bool rest_wanted_ = false;  ///< Too many others have been idle for less long.
  bool resting_ = false;      ///< It ends, and is begun again by the first news.
  bool stopping_ = false;     ///< The process ends: no hook is started any more.
  enum class Slot : std::uint8_t { None, Wanted, Granted };
  Slot slot_ = Slot::None;          ///< A hook's place among those that run at once.
  std::optional<HookHold> running_; ///< While a hook runs, or waits for its place.
  struct AwaitedCommand {
    protocol::RunCommand order;
    caf::actor client;
    HookHold hold;
  };
  std::list<AwaitedCommand> commands_;       ///< Bounded; in their order.
  store::Milliseconds command_began_at_ = 0; ///< Of the first of them; 0: it does not run.
  bool hook_first_ =
    false; ///< A command has just run: what else there is to do comes before the next.
  store::Status workload_;                           ///< As far as this agent knows it.
  std::vector<store::Port> ports_;                   ///< Likewise.
  std::string logged_agent_;                         ///< What its log says.
  std::string reported_agent_;                       ///< What was said last.
  std::unique_ptr<store::HookError> reported_error_; ///< Null: that there is none, or nothing yet.
  std::string reported_workflow_;
};

} // namespace orrery::agents

#pragma once

#include "actors/workflow/hook_sight.hpp"
#include "actors/workflow/mind_events.hpp"
#include "actors/workflow/output.hpp"
#include "actors/workflow/reporter.hpp"
#include "actors/workflow/surroundings.hpp"
#include "actors/workflow/task_results.hpp"
#include "actors/workflow/under_way.hpp"
#include "actors/workflow/workflow.hpp"

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace orrery::agents {

/// Decides what a unit's agent does, from what was done and what is seen. Pure: no CAF,
/// no clock, no disk. A step takes in one event and decides as far as it can without an answer;
/// take_output() says what the hands are to do about that. At most one thing that must be waited
/// for is under way at a time (W7), and nothing is done before what led to it is on disk (W4).
///
/// Why not a sequence of callbacks: what waits for an answer would be spread over as many functions
/// as there are answers, and nobody could say in which states a message may come. Here the state is
/// one variant, `under_way_`, and each event means something in each of its alternatives.
///
/// Who rests has looked after he last registered: an agent may rest only when `may_rest()`, which
/// asks a step on what is seen; whoever changes what is seen afterwards finds nobody there and has
/// the agent begun anew (Roster).
class Mind : private UnderWayTypes {
public:
  Mind(ActsFor acts_for, Surroundings surroundings);
  Mind(const Mind&) = delete;
  Mind& operator=(const Mind&) = delete;

  /// Takes in one event.  @param now of this event
  template <class Event>
  void step(const Event& event, store::Milliseconds now) {
    begin_step(now);
    handle(event);
  }
  /// Takes in what is seen of the unit itself; SubordinatesHeld follows, and only then it is
  /// judged.
  void observe(const protocol::UnitSeen& seen, store::Milliseconds now);
  /// @returns what has become due since this was asked last.
  [[nodiscard]] Output take_output();
  /// Asks to be told of nothing more.
  void look_no_more() { sight_.end(); }

  [[nodiscard]] const ActsFor& acts_for() const { return acts_for_; }
  [[nodiscard]] const UnitNotes& notes() const { return local_; }
  [[nodiscard]] const UnitSight& seen() const { return sight_.remote(); }
  /// Says whether the unit is still beginning: it waits for the model, its notes or its provider,
  /// and for nothing else.
  [[nodiscard]] bool is_beginning() const;
  /// Says whether all has been seen that a step may depend on.
  [[nodiscard]] bool sees_all() const { return sight_.is_complete(); }
  /// Says whether a hook runs, or has its place, or waits for one.
  [[nodiscard]] bool is_at_hook() const;
  /// Says whether its subordinates wait for it: its host was started again, and its start has not
  /// been tried since.
  [[nodiscard]] bool is_to_start_first() const;
  /// Says whether nothing is under way, and an agent that began now would find nothing to do.
  [[nodiscard]] bool may_rest() const;
  /// Says whether update-status is to be due again some time: the charm has it, the unit has
  /// started and is Alive, and no time that has come waits for its hook (US1, US3).
  [[nodiscard]] bool awaits_update_status() const;

private:
  // Events (mind.cpp).
  void begin_step(store::Milliseconds now);
  void handle(const NotesRead& read);
  void handle(const HooksListed& listed);
  void take_over_hooks(const HookNames& names, config::RestartUnits restart_units);
  void handle(const SubordinatesHeld& held);
  void handle(const EndsSeen& seen);
  void handle(const SecretHooksRead& read);
  void handle(const protocol::UnitSeen& principal);
  void handle(const protocol::ApplicationSeen& seen);
  void handle(const protocol::RelationSeen& seen);
  void handle(const protocol::ScopeStirred& stirred);
  void handle(const protocol::MembersSeen& seen);
  void handle(const NotThere& missing);
  void handle(const NotesOnDisk&);
  void handle(const TimeHasCome&);
  void handle(const protocol::SlotGranted&);
  void handle(const protocol::UpdateStatusDue&);
  void resume();
  [[nodiscard]] bool is_reading(const rules::Who& whom) const;

  // Answers of the model (mind_answers.cpp).
  void handle(const protocol::Answer& answer);
  void answered(const Became& became, const protocol::Answer& answer);
  void answered(const Entered& entered, const protocol::Answer& answer);
  void answered(const Departed& departed, const protocol::Answer& answer);
  void answered(const Left& left, const protocol::Answer& answer);
  void answered(const Claimed& claimed, const protocol::Answer& answer);
  void answered(const ResolvedCleared& cleared, const protocol::Answer& answer);
  void answered(const CharmSet& set, const protocol::Answer& answer);
  void answered(const Flushed& flush, const protocol::Answer& answer);
  void answered(const SecretHookEnded& ended, const protocol::Answer& answer);
  void answered(const TaskBegun& begun, const protocol::Answer& answer);
  void answered(const TaskFinished& finished, const protocol::Answer& answer);
  [[nodiscard]] bool is_changed(store::RelationId relation, const protocol::Answer& answer);

  // Steps (mind_steps.cpp); each tells whether the next can follow at once.
  void take_steps();
  [[nodiscard]] bool take(const Idle&);
  [[nodiscard]] bool take(const WaitUntil& wait);
  [[nodiscard]] bool take(const QueueHook& hook);
  [[nodiscard]] bool take(const RunHook&);
  [[nodiscard]] bool take(const CommitHook&);
  [[nodiscard]] bool take(const AcceptResolved& resolved);
  [[nodiscard]] bool take(const DropHook&);
  [[nodiscard]] bool take(const SkipHook&);
  [[nodiscard]] bool take(const BecomeDying& dying);
  [[nodiscard]] bool take(const BecomeDead&);
  [[nodiscard]] bool take(const Terminate&);
  [[nodiscard]] bool take(const Enter& enter);
  [[nodiscard]] bool take(const Depart& depart);
  [[nodiscard]] bool take(const Leave& leave);
  [[nodiscard]] bool take(const ReadMembers& read);
  [[nodiscard]] bool take(const LearnRelation& learn);
  [[nodiscard]] bool take(const ForgetRelation& forget);
  [[nodiscard]] bool take(const BeginUpgrade& begin);
  [[nodiscard]] bool take(const ReplaceCharm&);
  [[nodiscard]] bool take(const Claim&);
  [[nodiscard]] bool take(const LoseLeadership&);
  [[nodiscard]] bool take(const StorageStep& step);
  [[nodiscard]] bool be_idle(std::optional<store::Milliseconds> until);
  [[nodiscard]] bool tells_that_it_is_done(const Hook& done);
  void take_newest_revision();
  void pass_over_leadership();

  // Notes, and what follows once they are on disk (mind_steps.cpp).
  void note(NoteChanges writes);
  void then(Effect effect, UnderWay meanwhile);
  void ask(protocol::Command command, Asked what);

  // Hooks (mind_hooks.cpp).
  void handle(const protocol::ConfigSeen& seen);
  void handle(const protocol::HookGoesOn&);
  void handle(const protocol::HookEnded& ended);
  void handle(const Rebooted& rebooted);
  void config_is_missing();
  void begin_run();
  [[nodiscard]] bool has_place(const std::optional<protocol::MachineTurn>& turn);
  void want_place(const std::optional<protocol::MachineTurn>& turn);
  void want_place_for_hook();
  void give_place_back();
  void hook_ended(const protocol::HookEnded& ended);
  void flush(const hooks::HookState& state);
  [[nodiscard]] std::optional<protocol::FlushHook> changes_of(const hooks::HookState& state) const;
  void take_over_ports(const Flushed& flush);
  void flushed(const std::string& fault);
  void say_end(const std::string& fault);
  void hook_succeeded();
  void hook_failed(const std::string& why);
  [[nodiscard]] bool begins_anew() const;
  [[nodiscard]] hooks::HookSight shown_to(const Hook& hook, const protocol::ConfigSeen& seen) const;

  // Storages of the unit (mind_storage.cpp).
  void handle(const StorageHandled& handled);
  void answered(const StorageTold& told, const protocol::Answer& answer);
  void tell_storage(const StorageStep& step, const std::string& mount_point = {});
  void forget_left(const std::string& storage);
  [[nodiscard]] std::string place_behind(const std::string& storage) const;
  [[nodiscard]] std::string wished_mount_point(const std::string& storage) const;

  // Files of another charm (mind_refresh.cpp).
  void handle(const CharmReplaced& replaced);
  [[nodiscard]] bool reads_for_upgrade() const;
  void put_in_place(const store::Charm& charm);
  void files_replaced(const CharmReplaced& replaced);
  void files_not_replaced(const std::string& why);
  void look_for_endpoints();
  void mend_files();
  [[nodiscard]] std::shared_ptr<const store::Charm> older_charm(const std::string& newest) const;

  // Programs that hooks had left running and that have ended (mind_ends.cpp).
  void judge(const std::vector<hooks::EndedProgram>& all);
  void judge(const hooks::ProgramEnd& end);
  void judge_early_ends();
  [[nodiscard]] bool is_left_by_first_start(const hooks::ProgramEnd& end) const;
  [[nodiscard]] bool is_charms_own_doing(const hooks::ProgramEnd& end) const;
  [[nodiscard]] bool restarts_after(const hooks::ProgramEnd& end) const;

  // Users' tasks in a hook's place (mind_tasks.cpp).
  void handle(const protocol::TaskSeen& seen);
  [[nodiscard]] bool begin_task();
  [[nodiscard]] bool may_run_task();
  void start_task(const protocol::ConfigSeen& config);
  [[nodiscard]] bool is_seen_as(store::TaskId task, store::TaskStatus status) const;
  void end_cancelled_task();
  void task_ended(const protocol::HookEnded& ended);
  void finish_task(TaskOutcome outcome, std::optional<protocol::FlushHook> changes);

  // What is said (mind_reports.cpp).
  void report(const store::Status& agent, std::optional<store::Status> workload = {});
  void report_idle();
  void report_hook();
  [[nodiscard]] store::Status workload_becomes(const std::string& value,
                                               const std::string& message);

  ActsFor acts_for_;
  Surroundings surroundings_;
  config::RetryPolicy policy_;  ///< As it was when the last event came.
  store::Milliseconds now_ = 0; ///< Of the event in hand.
  UnitNotes local_;
  Sight sight_;
  Reporter reporter_;
  Output out_;
  /// Notes not on disk yet; the newest of each key.
  std::map<std::string, std::optional<std::string>> unsaved_;
  std::string damage_; ///< HooksListed::damage, until the copy is to be mended.
  HookNames hook_names_;
  config::RestartUnits restart_units_ = config::RestartUnits::OnFailure;
  std::vector<std::string> ends_to_forget_; ///< Judged; their notes are not known to be on disk.
  std::vector<hooks::EndedProgram> early_ends_; ///< Of the first start, which still runs.
  std::vector<store::Port> ports_;              ///< Open, as far as this agent knows.

  UnderWay under_way_;
  enum class Place : std::uint8_t { None, Wanted, Granted };
  Place place_ = Place::None; ///< Of a hook or a task among those that run at once.
  protocol::WantSlot wish_;   ///< For that place, unless it is None.
  bool status_known_ = false; ///< Set once the unit's status has been taken over, for good.
  bool hook_unsaved_ = false; ///< Set when a hook's end is noted; unset when all notes go to disk.
  bool stalled_ = false;      ///< Set when the model refuses a step; unset when something is seen.
  bool stopping_ = false;     ///< Set when the process ends, for good: no hook is started any more.
  /// Set when it is told that nobody leads; unset once it claims or passes over.
  bool owes_answer_to_offer_ = false;

  struct TaskInHand { ///< From before it is asked to begin until its end is in the model.
    protocol::TaskToRun task;
    protocol::TaskSeen what;
    bool runs = false;
  };
  std::optional<TaskInHand> task_;
  std::optional<protocol::TaskSeen> next_task_; ///< From its reading until it is asked to begin.
  bool task_waits_ = false; ///< Set while the next task waits for its place, and hooks behind it.
  TimeOfRun command_run_;   ///< Of the last task; not noted.
  bool has_update_status_ = false; ///< The charm has that hook.
  /// Set when a hook starts while update-status is due, which its success ends; unset then, and
  /// when the time of update-status comes once more.
  bool covers_update_status_ = false;
  /// Set when another hook's success has ended update-status; unset when that has run. While it is
  /// set, only update-status ends it, so that a unit that is always busy has it, too (US2).
  bool others_stood_for_it_ = false;
  bool had_conflict_ = false;         ///< Set in a conflict; unset once the files are in place.
  bool awaits_endpoints_ = false;     ///< Set while the unit's files are not its application's.
  std::chrono::milliseconds took_{0}; ///< The program of the hook that has ended last.
  bool reboots_ = false; ///< Set when a hook that wants it succeeds; unset when it is begun.
  /// Set when a task has run; unset when all else that there was to do is done.
  bool others_before_next_task_ = false;
};

} // namespace orrery::agents

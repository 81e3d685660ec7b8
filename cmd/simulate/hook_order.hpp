#pragma once

#include "cmd/simulate/findings.hpp"
#include "cmd/simulate/ledger.hpp"

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace orrery::simulate {

/// Comes again and again, and is noted only once it has failed.
inline constexpr std::string_view update_status = "update-status";
/// Once each time that other files are put in place, and never otherwise.
inline constexpr std::string_view upgrade_charm = "upgrade-charm";

/// A hook whose program begins.
struct HookBegun {
  std::string unit;
  std::string name;                          ///< `install`, `db-relation-joined`.
  std::optional<store::RelationId> relation; ///< Of a relation hook.
  std::string member;    ///< The remote unit; empty in created, broken and where the
                         ///< other application's settings have changed.
  std::string storage{}; ///< Of a storage hook: `data/0`.
  std::string secret{};  ///< Of a secret's hook: its id, and behind a slash the revision, if any.
};

/// Holds the hooks that run against the rules: their order and how often each runs (H1-H8, P25-P26,
/// P32, P35, P38, P44, S6, ST22, ST24, ST25, U5, U11, US2, US3, W1-W4, W7).
///
/// It knows nothing of what agents note. After a crash, or the end of an agent, it takes either for
/// granted: that a hook that had succeeded was noted, and that it was not. What force has taken
/// away is not asked for.
class HookOrder {
public:
  using HasHook = std::function<bool(const std::string& unit, const std::string& hook)>;
  using MayBeginNone = std::function<bool(const std::string& unit)>;

  /// @param has_hook whether the unit's charm has that hook
  /// @param may_begin_none whether the unit's agent knows at this moment that the unit is Dying,
  /// and has begun no upgrade of it; asked of units that are Dying. Empty: it never does.
  HookOrder(Findings& findings,
            const Ledger& ledger,
            HasHook has_hook,
            MayBeginNone may_begin_none = {})
    : findings_(findings), ledger_(ledger), has_hook_(std::move(has_hook)),
      may_begin_none_(std::move(may_begin_none)) {}

  /// Whether any hook of the unit has begun since its machine was made, or made again.
  [[nodiscard]] bool knows(const std::string& unit) const { return units_.contains(unit); }
  void began(const HookBegun& hook);
  void ended(const std::string& name, bool success);
  /// A user's command in the place of the unit's hooks.
  void command_began(const std::string& name);
  [[nodiscard]] bool runs_command(const std::string& unit) const {
    const auto found = units_.find(unit);
    return found != units_.end() && found->second.command;
  }
  /// Whether that hook was the last, and has not succeeded: notes may tell nothing of it.
  [[nodiscard]] bool has_open_update_status(const std::string& unit) const;
  void command_ended(const std::string& unit) { units_[unit].command = false; }
  /// A hook or a command is to begin while another has not ended.
  void waits(const std::string& name, const std::string& what);
  /// Told before the transaction is in the ledger's contents.
  void applied(const Applied& transaction);
  /// The agents of all units are gone, or that of one.
  void disturbed();
  void disturbed(const std::string& name);
  /// All that agents had noted is gone.
  void notes_lost() { units_.clear(); }
  /// The model takes nothing of what its last hook has changed: that has failed, and comes again.
  void flush_refused(const std::string& name);
  /// A program that the unit had left running has ended: start may run once more.
  void program_ended(const std::string& name);
  /// The unit's files are those of the charm that its record says (P25).
  void charm_replaced(const std::string& name);
  /// They could not be put in place: nobody waits for the unit's hooks any more (P30, W9).
  void charm_not_replaced(const std::string& name);
  /// Start of each unit that had started must run once more (W9).
  void host_started_again();
  /// A process begins.
  /// @param has_hook_in_hand whether the unit's notes say so: that hook counts as failed.
  void process_began(const std::function<bool(const std::string& unit)>& has_hook_in_hand);
  /// All rests. @param is_well whether the unit has nothing to do, and nothing is wrong with it
  void judge_rest(const std::function<bool(const std::string& unit)>& is_well);

private:
  enum class Outcome : std::uint8_t { None, Running, Done, Failed };
  /// How far a unit has come with files of another charm: its record says that they come; they are
  /// there, and upgrade-charm is next, or may be; it has begun, and config-changed is next (P25).
  enum class Upgrade : std::uint8_t { None, Wanted, HookDue, MayBeDue, ConfigDue };
  struct Relation {
    bool created = false;
    std::set<std::string> members;
    std::string
      changed_due; ///< Member that has joined, and whose first `changed` has not run (H1).
    bool broken = false;
    bool lenient = false; ///< Its scope was taken away by force.
  };
  /// A unit's agent takes a storage for attached; or may do so, because the storage was taken away
  /// in the midst of its hook, and can have come back unseen.
  enum class Stored : std::uint8_t { Attached, MayBe };
  struct Unit {
    std::map<std::string, Stored> storages; ///< By id; no others are attached.
    bool storage_is_gone = false; ///< That of the last hook: it means nothing until another begins.
    std::map<std::string, int>
      news; ///< Of what hooks may come again: how often, by what has changed.
    bool installed = false, configured = false, started = false, stopped = false, removed = false;
    std::map<store::RelationId, Relation> relations;
    std::optional<HookBegun> last;
    Outcome outcome = Outcome::None;
    bool disturbed = false; ///< Since the last hook began.
    bool excused = false;   ///< Somebody said that it counts as done, since it began.
    bool forced = false;    ///< Something was forced since it began, or what it is for was before.
    bool ever_forced = false;
    bool lenient = false;         ///< A hook that never began may count as done.
    bool command = false;         ///< A user's runs, and its agent is there.
    bool agent_failed = false;    ///< What begins next may still be the failed one's.
    bool orphaned = false;        ///< The hook that runs may be.
    bool may_start = false;       ///< Once more, though it has started: something has ended.
    bool may_start_after = false; ///< Likewise, once the start that runs has ended.
    bool must_start = false; ///< Likewise: its host was started again, and it has not run since.
    bool has_failed = false; ///< A hook, or its agent, since its host was started again.
    Upgrade upgrade = Upgrade::None;
    Upgrade upgrade_before = Upgrade::None; ///< A crash may undo what its record says.
    std::string charm;                      ///< Of that record.
    bool skips_upgrade = false;             ///< It says that upgrade-charm will not run (P32).
    /// Once its agent has known that it is Dying and had begun no upgrade; until that agent ends.
    bool begins_no_upgrade = false;
  };
  void unit_written(const store::Unit& record, bool deleted);
  void machine_written(const store::Machine& record, std::string_view cause);
  void judge_turn(const Unit& unit, const HookBegun& hook);
  void judge_repetition(const Unit& unit, const HookBegun& hook);
  void judge_unit_hook(const Unit& unit, const HookBegun& hook);
  void judge_principal(const HookBegun& hook);
  void judge_relation_hook(const Unit& unit, const HookBegun& hook);
  void judge_member(const Unit& unit, const Relation& relation, const HookBegun& hook);
  void judge_end(const std::string& name, const Unit& unit);
  void judge_storage_hook(const Unit& unit, const HookBegun& hook);
  void judge_storage_at_install(const HookBegun& hook);
  void judge_storage_at_end(const HookBegun& hook);
  void judge_detached(const Unit& unit, const store::StorageAttachment& gone);
  void storage_begun(Unit& unit, const HookBegun& hook) const;
  static void take_storage(Unit& unit, const HookBegun& hook);
  void storage_written(const Applied& transaction);
  void attachment_written(const store::StorageAttachment& now, bool deleted, bool by_agent);
  [[nodiscard]] bool is_void_for_storage(const HookBegun& hook) const;
  [[nodiscard]] bool is_void_for_secret(const HookBegun& hook) const;
  void judge_secret_hook(const Unit& unit, const HookBegun& hook);
  void look_who_begins_none(const std::string& name);
  void look_who_begins_none(const Applied& transaction);
  void charm_set(Unit& unit, const store::Unit& record);
  void judge_charm_set(const Unit& unit, const store::Unit& record);
  void judge_upgrade(const Unit& unit, const HookBegun& hook, bool again);
  void judge_command(Unit& unit, const std::string& name);
  void judge_upgrade_at_rest(Unit& unit, const std::string& name);
  void pass_over_missing(Unit& unit, const std::string& name) const;
  static void go_on_with_upgrade(Unit& unit, const HookBegun& hook);
  [[nodiscard]] bool takes_config_of_upgrade(const Unit& unit, const HookBegun& hook) const;
  [[nodiscard]] static bool comes_before_upgrades(const Unit& unit);
  [[nodiscard]] Upgrade due_after_swap(const Unit& unit) const;
  void upgrades_of_process(Unit& unit, const std::string& name) const;
  void peer_dropped(const store::Relation& relation);
  void excuse(const std::function<bool(const HookBegun&)>& concerns);
  void settle_last(Unit& unit);
  void relation_skipped(store::RelationId id);
  void excuse_ends(Unit& unit) const;
  void judge_reason(Unit& unit, const HookBegun& hook);
  void give_reason(Unit& unit, const std::string& what);
  void give_reasons(const store::Application& now);
  void give_reasons(const store::Bag& now);
  void take(Unit& unit, const HookBegun& hook);
  static void start_has_run(Unit& unit);
  [[nodiscard]] bool has(const HookBegun& of, const std::string& hook) const {
    return has_hook_(of.unit, hook);
  }
  [[nodiscard]] bool counts_as_done(const Unit& unit, const HookBegun& hook) const;
  [[nodiscard]] bool may_be_lost(const Unit& unit) const;
  [[nodiscard]] bool is_taken_away(const HookBegun& hook) const;
  void say(const HookBegun& hook, const std::string& what);

  Findings& findings_;
  const Ledger& ledger_;
  HasHook has_hook_;
  MayBeginNone may_begin_none_;
  std::map<std::string, Unit> units_;
  /// Storage that units were made with and still have, by unit: it comes before install (ST22).
  std::map<std::string, std::set<std::string>> first_storage_;
};

/// `db-relation-joined mysql/0`.
[[nodiscard]] std::string text_of(const HookBegun& hook);

/// Returns the unit whose hook has changed what a transaction is to take in; empty: it is of no
/// hook. Those that are granted a secret come along, and have nothing to do with it.
[[nodiscard]] std::string flushing_unit(const std::vector<rules::Visit>& route);

} // namespace orrery::simulate

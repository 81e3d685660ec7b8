#pragma once

#include "actors/hooks/program_end.hpp"
#include "actors/workflow/storage_order.hpp"
#include "config/settings.hpp"
#include "store/codec.hpp"
#include "store/database.hpp"
#include "store/records.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

/// Notes of what a unit's agent has done: its own durable truth, in the agents' store (W4). Pure
/// data and pure transitions.
///
/// Every transition changes `local` in place and returns the writes that make the change durable,
/// sorted by key: at most three, whatever the number of members. Only forget_relation and erase
/// delete one key a member that is still there. Keys of the agents' store: see
/// unit_notes_record.cpp.
namespace orrery::agents {

enum class HookKind : std::uint8_t {
  Install,
  LeaderElected,
  ConfigChanged,
  Start,
  Stop,
  Remove,
  RelationCreated,
  RelationJoined,
  RelationChanged,
  RelationDeparted,
  RelationBroken,
  LeaderSettingsChanged,
  UpdateStatus,
  UpgradeCharm,
  StorageAttached,
  StorageDetaching,
  SecretExpired,
  SecretRotate,
  SecretChanged,
  SecretRemove, ///< Last: notes know a hook by its number.
};

/// Whether the hook is one of a relation.
[[nodiscard]] bool is_relation_hook(HookKind kind);
/// Whether the hook is one of a storage.
[[nodiscard]] bool is_storage_hook(HookKind kind);

/// Whether the hook is one of a secret.
[[nodiscard]] bool is_secret_hook(HookKind kind);

/// The secret that asks for a hook.
struct SecretOfHook {
  std::string id;
  std::string owner;           ///< Secret::owner
  std::string label;           ///< As the unit knows the secret (SE31).
  std::string who;             ///< SecretHook::who
  store::Milliseconds due = 0; ///< SecretHook::due
  bool operator==(const SecretOfHook&) const = default;
};

/// One hook to run, with what its environment needs.
struct Hook {
  HookKind kind = HookKind::Install;
  store::RelationId relation = 0; ///< Of relation hooks.
  std::string endpoint;           ///< Of relation hooks: the unit's own.
  std::string
    remote_unit; ///< Of joined, changed (empty: the application's bag changed) and departed.
  std::string remote_application; ///< Of relation hooks.
  /// Settings version that joined, changed or leader-settings-changed delivers; config version of
  /// config-changed; the host's boot (UnitNotes::boot) of start; SecretHook::revision.
  std::uint64_t version = 0;
  std::string storage{}; ///< Of storage hooks: `data/0`.
  SecretOfHook secret{}; ///< Of secrets' hooks.
  bool operator==(const Hook&) const = default;
};

[[nodiscard]] inline Hook update_status_hook() {
  Hook hook;
  hook.kind = HookKind::UpdateStatus;
  return hook;
}

[[nodiscard]] inline Hook upgrade_charm_hook() {
  Hook hook;
  hook.kind = HookKind::UpgradeCharm;
  return hook;
}

/// `install`, `db-relation-joined`, `data-storage-attached`, ...
[[nodiscard]] std::string hook_name(const Hook& hook);
/// The word for a failed hook in a unit's status: its name, but `storage-attached` without the
/// name of the storage (ST27).
[[nodiscard]] std::string word_for_failed(const Hook& hook);

/// How far a hook has come (W4). Queued: it will run, for the first time or, after a failed try,
/// again. Pending: it may have run. Done: only what it means is still to be noted.
enum class Step : std::uint8_t { Queued, Pending, Done };

struct Operation {
  Hook hook;
  Step step = Step::Queued;
  std::uint32_t attempt = 0; ///< Failed tries so far.
  store::Milliseconds next_at =
    0; ///< When to try again; 0 with attempt == maximum: waits for an administrator.
  std::string stderr_tail; ///< Of the last failed try, at most 4 KiB.
  bool tried = false;      ///< It has been started before: it may have left traces.
  bool operator==(const Operation&) const = default;
};

/// Notes of what was done in one relation.
struct RelationProgress {
  std::string endpoint;
  std::string remote_application;
  bool created = false; ///< relation-created has run.
  std::map<std::string, std::uint64_t>
    members; ///< Joined and not departed, with the settings version delivered.
  std::uint64_t application_version = 0; ///< Of the remote application's bag, delivered.
  std::string changed_pending; ///< Member whose `changed` must be this relation's next hook (H1).
  bool broken = false;         ///< Ended for this unit; only the scope is left to leave.
  bool operator==(const RelationProgress&) const = default;
};

/// The last end of a program that a hook of the unit had left running.
struct LastEnd {
  std::string what;           ///< A sentence; empty once start runs again.
  store::Milliseconds at = 0; ///< 0: none has ended.
  std::uint32_t count = 0;    ///< How many came one after another, each soon after its start.
  bool start_due = false;     ///< Start is to run again for it, and is not in hand yet.
  bool operator==(const LastEnd&) const = default;
};

/// When a hook or a command ran.
struct TimeOfRun {
  store::Milliseconds began = 0; ///< 0: none has run.
  store::Milliseconds ended = 0; ///< 0: it runs.
  bool operator==(const TimeOfRun&) const = default;
};

struct UnitNotes {
  std::string unit;
  bool installed = false;
  bool started = false;
  bool stopped = false;
  bool removed = false;
  bool leader = false;                       ///< leader-elected has run for the present term.
  bool configured = false;                   ///< config-changed has run once.
  std::uint64_t config_version = 0;          ///< Delivered.
  std::uint64_t leader_settings_version = 0; ///< Delivered.
  std::uint64_t boot = 0; ///< Boot of the host (UnitSight::boot) in which start has run last.
  LastEnd last_end;
  TimeOfRun last_run;   ///< Of a hook.
  TimeOfRun last_start; ///< Of the hook start.
  /// Charm::url of the files in place. Empty until the unit has been upgraded, or is about to be:
  /// then they are those that it was deployed with, of Unit::charm.
  std::string charm;
  /// Application::charm_changes that upgrade-charm has been told of, or will be once these files
  /// are in place; counts only beside `charm` (RS5).
  std::uint32_t charm_changes = 0;
  /// Charm::url of the files that are being put in place, noted before anything is touched; empty:
  /// none (P25).
  std::string upgrade;
  std::string conflict; ///< Why they cannot be put in place (P30); empty: nothing is known to.
  /// Set with the files that upgrade-charm is to run for; unset once the config-changed is done
  /// that comes directly behind it (P26).
  bool config_follows = false;
  std::optional<Operation> operation; ///< The hook in hand; one at a time (W7).
  std::map<store::RelationId, RelationProgress> relations;
  /// Storages whose storage-attached has succeeded, and whose storage-detaching has not (ST25).
  std::set<std::string, StorageOrder> storages;
  bool operator==(const UnitNotes&) const = default;
};

using NoteChanges = std::vector<store::Change>;

/// Whether notes tell of the hook in hand: of update-status only once it has failed, so that a
/// crash loses it before that, and a run costs no write (US2).
[[nodiscard]] bool is_noted(const Operation& operation);

/// Takes a hook in hand: queued.  @pre no operation in hand.
[[nodiscard]] NoteChanges queue(UnitNotes& local, Hook hook);
/// Takes start in hand because a program has ended: that counts as a failed try of start, with the
/// back-off of one (W2).  @pre no operation in hand, start is due for an end.
[[nodiscard]] NoteChanges queue_restart(UnitNotes& local,
                                        Hook start,
                                        store::Milliseconds now,
                                        const config::RetryPolicy& policy);
/// Says whether the hook in hand is start, for a program that has ended, and has not failed itself.
[[nodiscard]] bool is_restart(const UnitNotes& local);
/// A program has ended. Several before start runs again count as one.
/// @param restarts start is to run again for it
[[nodiscard]] NoteChanges end_program(UnitNotes& local,
                                      const hooks::ProgramEnd& end,
                                      bool restarts,
                                      const config::RetryPolicy& policy);
/// A program has ended, and nothing follows from that: neither it nor another that ended in the
/// same millisecond is judged when it is seen once more.
[[nodiscard]] NoteChanges pass_over(UnitNotes& local, const hooks::ProgramEnd& end);
/// A person has seen to what has ended: it is not said any more.
[[nodiscard]] NoteChanges forget_end(UnitNotes& local);
/// The hook is about to start.  @pre queued, or a failed try whose time has come.
[[nodiscard]] NoteChanges start(UnitNotes& local);
/// Start is about to run, in this boot of its host: it will have run in that.  @pre start is in
/// hand, and has no try under way.
[[nodiscard]] NoteChanges set_boot(UnitNotes& local, std::uint64_t boot);
/// A hook about a new revision of a secret is about to run: the newest one is told with it.
/// @pre it is in hand, and has no try under way.
[[nodiscard]] NoteChanges set_revision(UnitNotes& local, std::uint32_t revision);
/// The hook in hand has ended; a note of what came of it follows and takes this along.
void end_run(UnitNotes& local, store::Milliseconds now);
/// Notes that the hook has succeeded, and what it buffered is in the model; or that it counts as
/// done (`resolved --no-retry`).
[[nodiscard]] NoteChanges finish(UnitNotes& local);
/// Makes true what the hook's success means (install -> installed, joined -> member and changed
/// pending, departed -> no member, broken -> ended, ...), and nothing is in hand any more.  @pre
/// Done.
[[nodiscard]] NoteChanges commit(UnitNotes& local);
/// Notes that the hook has failed: one try more, growing delay with cap; past the maximum it waits
/// for an administrator (W2).
[[nodiscard]] NoteChanges fail(UnitNotes& local,
                               const std::string& stderr_tail,
                               store::Milliseconds now,
                               const config::RetryPolicy& policy);
/// Notes that the hook was stopped before it could run or end, not by its own fault: queued again,
/// no try counted.
[[nodiscard]] NoteChanges requeue(UnitNotes& local);
/// `resolved`: tries begin anew at once (W3); after a conflict those of putting the files in place,
/// and no hook's. Nothing changes while nothing fails.
[[nodiscard]] NoteChanges retry(UnitNotes& local);
/// Whether a try of the hook in hand was to come that does not come by itself any more: fewer are
/// allowed than were when it failed.
[[nodiscard]] bool will_not_be_tried(const UnitNotes& local, const config::RetryPolicy& policy);
/// The failed hook in hand waits for a person from now on. @pre will_not_be_tried()
[[nodiscard]] NoteChanges give_up(UnitNotes& local);
/// The hook in hand will not run any more, and means nothing: see DropHook.
[[nodiscard]] NoteChanges drop(UnitNotes& local);
/// The files of another charm are about to be put in place (P25). Also instead of those that were
/// about to be, before a crash or since (P44).
/// @param current Charm::url of the files in place
/// @param changes Application::charm_changes that their upgrade-charm is told of (RS5)
[[nodiscard]] NoteChanges begin_upgrade(UnitNotes& local,
                                        const std::string& current,
                                        const std::string& wanted,
                                        std::uint32_t changes = 0);
/// They will not be: their charm is no more the newest.
[[nodiscard]] NoteChanges drop_upgrade(UnitNotes& local);
/// They are in place. In an installed unit upgrade-charm is in hand, in the same write; where a
/// failed hook is in hand, that one stays so, and upgrade-charm is passed over (P32). A start that
/// is in hand for an ended program has not failed: it is due behind them.
/// @pre an upgrade is noted
[[nodiscard]] NoteChanges charm_replaced(UnitNotes& local);
/// They cannot be put in place: a conflict, which waits for a person (P30).
/// @param why is not empty
[[nodiscard]] NoteChanges upgrade_conflict(UnitNotes& local, const std::string& why);
/// Whether upgrade-charm is passed over for the files that are about to be put in place (P32).
[[nodiscard]] bool passes_over_upgrade_charm(const UnitNotes& local);
/// Whether the unit is between the beginning of an upgrade and the config-changed behind it, and no
/// hook of these fails: nothing else runs then (P26).
[[nodiscard]] bool is_upgrading(const UnitNotes& local);
/// A relation is known from now on / is gone (its progress with all members is deleted).
[[nodiscard]] NoteChanges learn_relation(UnitNotes& local,
                                         store::RelationId id,
                                         const std::string& endpoint,
                                         const std::string& remote_application);
[[nodiscard]] NoteChanges forget_relation(UnitNotes& local, store::RelationId id);
/// The unit has the storage no more, and no hook is to tell it so (ST28).
[[nodiscard]] NoteChanges forget_storage(UnitNotes& local, const std::string& storage);
/// Notes what the success of a storage hook means.
[[nodiscard]] NoteChanges commit_storage_hook(UnitNotes& local, const Hook& hook);
/// A hook has rebooted the machine: start runs again, as after a start of the host (W9), whatever
/// had ended before.  @param before any boot but the present one
[[nodiscard]] NoteChanges
reboot(UnitNotes& local, const hooks::ProgramEnd& end, std::uint64_t before);
/// Leadership was lost: leader-elected may run again later.
[[nodiscard]] NoteChanges lose_leadership(UnitNotes& local);
/// The agent starts again: a pending hook counts as a failed try; queued and done stay as they are
/// (W4). A conflict is over, and what led to it is tried again (P30).
[[nodiscard]] NoteChanges
resume(UnitNotes& local, store::Milliseconds now, const config::RetryPolicy& policy);
/// Deletes everything the agents' store holds of the unit.
[[nodiscard]] NoteChanges erase(const UnitNotes& local);

/// Prefix of all keys of a unit; reading them back in any order gives the same UnitNotes.
[[nodiscard]] std::string notes_prefix(const std::string& unit);
/// @returns an error that names the key if bytes cannot be read.
[[nodiscard]] tl::expected<void, store::DecodeError>
read_notes_of(UnitNotes& local, std::string_view key, std::string_view bytes);

/// W1's word for where the unit is: new, ready, running, install-error, start-error, stop-error,
/// hook-error, upgrade-error. The error states hold once the tries are exhausted.
[[nodiscard]] std::string workflow_state(const UnitNotes& local, const config::RetryPolicy& policy);

} // namespace orrery::agents

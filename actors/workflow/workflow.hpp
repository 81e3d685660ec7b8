#pragma once

#include "actors/workflow/looked_at.hpp"
#include "actors/workflow/unit_notes.hpp"
#include "actors/workflow/unit_sight.hpp"

#include <string>
#include <variant>

/// The next step of a unit's agent: a pure function of what it has done and what it sees.
namespace orrery::agents {

// --- Operations ---

struct Idle {
  bool operator==(const Idle&) const = default;
}; ///< Nothing to do until something changes.
struct WaitUntil {
  store::Milliseconds at = 0; ///< A failed hook's next try.
  bool operator==(const WaitUntil&) const = default;
};
struct QueueHook {
  Hook hook;
  bool operator==(const QueueHook&) const = default;
};
struct RunHook { ///< The one in hand: queued, or its next try is due.
  bool operator==(const RunHook&) const = default;
};
struct CommitHook { ///< The one in hand is done.
  bool operator==(const CommitHook&) const = default;
};
/// The administrator's word is taken up: retry() or, without `retry`, finish(), and the unit's flag
/// is cleared before anything runs, so that the next failing hook needs a word of its own. Local
/// first: then a crash between the two loses nothing. Also for a flag that found no failing hook
/// (any more): `retry` is true then, and retry() changes nothing.
struct AcceptResolved {
  bool retry = true;
  bool operator==(const AcceptResolved&) const = default;
};
/// drop(): the hook in hand means nothing any more. An install that never ran in a unit that is
/// Dying, a start for a program that has ended, or an update-status, in such a unit, or a hook of a
/// relation in whose scope the unit is no longer (forced removal).
struct DropHook {
  bool operator==(const DropHook&) const = default;
};
/// The failing teardown hook in hand counts as done: finish(), and a line in the log.
struct SkipHook {
  bool operator==(const SkipHook&) const = default;
};
struct BecomeDying {
  std::string why;
  bool operator==(const BecomeDying&) const = default;
};
struct BecomeDead {
  bool operator==(const BecomeDead&) const = default;
};
struct Terminate { ///< Dead: the agent ends and refuses to run again (U7).
  bool operator==(const Terminate&) const = default;
};
struct Enter {
  store::RelationId relation = 0;
  bool operator==(const Enter&) const = default;
};
struct Depart { ///< Mark the scope record departing.
  store::RelationId relation = 0;
  bool operator==(const Depart&) const = default;
};
struct Leave {
  store::RelationId relation = 0;
  bool operator==(const Leave&) const = default;
};
struct ReadMembers {
  store::RelationId relation = 0;
  bool operator==(const ReadMembers&) const = default;
};
struct LearnRelation {
  store::RelationId relation = 0;
  bool operator==(const LearnRelation&) const = default;
};
struct ForgetRelation { ///< Not in scope any more, or gone from the model.
  store::RelationId relation = 0;
  bool operator==(const ForgetRelation&) const = default;
};
/// Notes that the unit gets the files of its application's newest charm, and says so to the model
/// (P25). Also where another charm was to be had before; and once more after a crash between both.
struct BeginUpgrade {
  std::string charm; ///< Charm::url.
  bool operator==(const BeginUpgrade&) const = default;
};
/// The files of the charm that is noted are put in place (P27).
struct ReplaceCharm {
  bool operator==(const ReplaceCharm&) const = default;
};
struct Claim {
  bool operator==(const Claim&) const = default;
};
struct LoseLeadership { ///< Local only: somebody else leads.
  bool operator==(const LoseLeadership&) const = default;
};

/// A step about one storage of the unit.
struct StorageStep {
  enum class Do : std::uint8_t {
    Provision, ///< Its place is made on the machine, and told to the model (ST22).
    Report,    ///< The model is told that storage-attached has succeeded.
    Release,   ///< The place is left, and the unit has it no more (ST19, ST20).
    Forget,    ///< The unit has it no more: its place is left, and no hook tells so (ST28, ST54).
  };
  Do what = Do::Provision;
  std::string storage;
  bool operator==(const StorageStep&) const = default;
};

using Next = std::variant<Idle,
                          WaitUntil,
                          QueueHook,
                          RunHook,
                          CommitHook,
                          AcceptResolved,
                          DropHook,
                          SkipHook,
                          BecomeDying,
                          BecomeDead,
                          Terminate,
                          Enter,
                          Depart,
                          Leave,
                          ReadMembers,
                          LearnRelation,
                          ForgetRelation,
                          BeginUpgrade,
                          ReplaceCharm,
                          Claim,
                          LoseLeadership,
                          StorageStep>;

/// Whether the hook belongs to an end: of a relation for the unit, or of the unit.
[[nodiscard]] bool is_teardown(HookKind kind);

/// Decides one step, of what is Dying one nearer to its end (L9). First match wins (U5, W1 to W8,
/// H8, S6): Dead -> Terminate; cause to die -> BecomeDying; storage that goes without a hook
/// (ST25); an upgrade that has begun; hook in hand (done -> commit; failed -> new files, resolved,
/// wait or retry); the config-changed behind upgrade-charm (P26); Dying: storage-detaching (ST24),
/// stop/leave ladder; Alive: claim a free leadership, initial storage (ST22), install (L1), enter
/// scopes, created, leader-elected or leader-settings-changed, new files (P24), what
/// secrets ask for (SE43), storage (ST23), config-changed, start, relation hooks, update-status.
///
/// While the hook in hand runs (Pending) there is nothing to do: Idle.
/// @param looked_at what was found before, by whoever asks again and again; null: all relations are
/// looked at.
/// @pre `remote` is complete: a relation or scope it does not show counts as gone, and what was
/// done there is forgotten.
[[nodiscard]] Next next(const UnitNotes& local,
                        const UnitSight& remote,
                        store::Milliseconds now,
                        const config::RetryPolicy& policy,
                        LookedAt* looked_at = nullptr);

/// Says whether something is due that comes before users' tasks (A12): of a unit that is Alive and
/// installed, relation-created and all that leads to it, what tells of leadership, what secrets ask
/// for (SE43), and the start behind its first config-changed or in a new boot of its host.
///
/// @param looked_at as of next() @pre as of next(), and no hook in hand has failed
[[nodiscard]] bool is_due_before_tasks(const UnitNotes& local,
                                       const UnitSight& remote,
                                       store::Milliseconds now,
                                       const config::RetryPolicy& policy,
                                       LookedAt* looked_at);

} // namespace orrery::agents

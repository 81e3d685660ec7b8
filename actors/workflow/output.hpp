#pragma once

#include "actors/protocol/agents.hpp"
#include "actors/protocol/commands.hpp"
#include "actors/workflow/hooks_left.hpp"
#include "actors/workflow/sight.hpp"
#include "actors/workflow/status_line.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

/// The wishes of the mind of a unit's agent.
namespace orrery::agents {

// --- What is said. None of it is waited for. ---

/// Teardown hooks do not run: a line in the unit's log and in the orchestrator's.
struct SkippedHooks {
  std::vector<Hook> hooks; ///< None: nothing is said.
  std::string by;          ///< What somebody asked for, e.g. `--force`.
};
/// A hook has failed: a line in the orchestrator's log.
struct FailedHook {
  std::string hook;
  std::uint32_t attempt = 1;
  std::string why;
};
/// A command is a report, or one whose answer changes nothing here; a UnitLine goes to the unit's
/// log.
using Said = std::variant<UnitLine, SkippedHooks, FailedHook, protocol::Command>;

// --- What is done once the notes of the same output are on disk. At most one, and the mind waits
// for its outcome. ---

struct GoOn {}; ///< Nothing: NotesOnDisk is told.
struct AskModel {
  protocol::Command command; ///< An Answer is told.
};
struct LookAtMembers {
  store::RelationId relation = 0; ///< MembersSeen is told, or NotThere.
  std::uint64_t seen = 0;         ///< ReadMembers::seen.
};
struct LookAtTask {
  store::TaskId operation = 0;
  store::TaskId task = 0; ///< TaskSeen is told, or NotThere.
};
struct LookAtConfig {}; ///< ConfigSeen is told, or NotThere.
struct StartHook {
  protocol::RunHook order; ///< HookEnded is told, perhaps HookGoesOn before.
};
/// The ends of programs with these notes: the provider keeps them no more. NotesOnDisk is told.
struct ForgetTheseEnds {
  std::vector<std::string> notes;
};
/// The files of that charm come in the place of those of the unit's copy (P27). CharmReplaced is
/// told.
struct PutCharmInPlace {
  std::string url;
  std::string directory;      ///< Charm::directory.
  std::uint32_t revision = 0; ///< Charm::revision.
};
/// All programs of the unit's machine are ended (juju-reboot); Rebooted is told.
struct EndAllPrograms {};
/// The storage's place is made on the unit's machine. StorageHandled is told.
struct ProvideStorage {
  std::string storage;
  std::string mount_point;    ///< That the charm wishes (ST33); empty: none of its own.
  bool placed = false;        ///< SeenStorage::placed.
  std::uint64_t size_mib = 0; ///< SeenStorage::size_mib.
};
/// The unit leaves the storage's place. StorageHandled is told.
struct LeaveStorage {
  std::string storage;
  std::string mount_point; ///< SeenStorage::location, or what is known of it (ST54).
  bool destroy = false;    ///< Its data goes (ST20).
};
struct End {}; ///< The agent ends, and no other begins (U7).
using Effect = std::variant<std::monostate,
                            GoOn,
                            AskModel,
                            LookAtMembers,
                            LookAtTask,
                            LookAtConfig,
                            StartHook,
                            ForgetTheseEnds,
                            PutCharmInPlace,
                            EndAllPrograms,
                            ProvideStorage,
                            LeaveStorage,
                            End>;

/// All that follows from one event, in the order in which it is carried out. Notes that may go with
/// the next write are not in it: the mind keeps them until something needs them on disk.
struct Output {
  std::vector<Look> looks;
  std::vector<Said> said;
  bool gives_place_back = false; ///< The hook's place among those that run at once: FreeSlot.
  std::optional<protocol::WantSlot> wants_place; ///< SlotGranted is told.
  std::optional<store::TaskId> ends_task; ///< EndTask: it runs, and somebody has cancelled it.
  bool forgets_wake = false;              ///< The time that it waited for means nothing any more.
  std::optional<store::Milliseconds> wake_at; ///< TimeHasCome is told then.
  std::vector<store::Change> notes;           ///< On disk before `then`.
  Effect then;
  bool passes_over = false; ///< Somebody else may lead: PassOver.
  bool is_idle = false; ///< Nothing is to be done until something new is seen: the agent may rest.
};

} // namespace orrery::agents

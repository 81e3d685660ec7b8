#pragma once

#include "actors/protocol/access_commands.hpp"
#include "actors/protocol/answer.hpp"
#include "actors/protocol/machine_commands.hpp"
#include "actors/protocol/model_commands.hpp"
#include "actors/protocol/secret_changes.hpp"
#include "actors/protocol/storage_commands.hpp"
#include "actors/protocol/user_commands.hpp"
#include "store/compiled_once.hpp"
#include "store/records.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

/// Commands to the entities, of agents and of users (user_commands.hpp). Each is one transaction,
/// and is answered with an Answer. Plain data: an agent may sit in another
/// process.
namespace orrery::protocol {

// --- What unit agents ask ---

/// Sets the agent's own unit Dying: its application or principal is, or its last container relation
/// (U10, B4).
struct SetUnitDying {
  std::string unit;
  std::string why;
  bool operator==(const SetUnitDying&) const = default;
};
/// Enters a relation's scope with initial settings (S1); creates the subordinate where one is due
/// (B1).
struct EnterScope {
  std::string unit;
  store::RelationId relation = 0;
  store::Settings settings;
  bool leads = false; ///< As its agent knows: the relation is joined then.
  bool operator==(const EnterScope&) const = default;
};
/// Begins to leave: gone for its counterparts at once (S11).
struct DepartScope {
  std::string unit;
  store::RelationId relation = 0;
  bool operator==(const DepartScope&) const = default;
};
/// Leaves a scope (S8); with the last one a Dying relation goes.
struct LeaveScope {
  std::string unit;
  store::RelationId relation = 0;
  bool operator==(const LeaveScope&) const = default;
};
/// Applies what a hook buffered, in one transaction when it has succeeded (H6). An empty value
/// deletes.
struct FlushHook {
  std::string unit;
  std::map<store::RelationId, store::Settings> unit_settings;
  std::map<store::RelationId, store::Settings> application_settings; ///< Leader only.
  std::vector<store::Port> open;
  std::vector<store::Port> close;
  std::optional<store::Settings> kept{}; ///< All that the unit's hooks keep from now on (CS1).
  /// How many instances storage-add asked for, by storage name (ST32).
  std::map<std::string, std::uint32_t> storage{};
  SecretChanges secrets{}; ///< Of its own and its application's (SE13).
  bool operator==(const FlushHook&) const = default;
};
/// The unit reads a revision of a secret, and goes on reading that one (SE20).
struct TrackSecret {
  std::string unit;
  std::string secret;
  std::string owner; ///< Secret::owner
  std::uint32_t revision = 0;
  std::optional<std::string> label; ///< The consumer's; nothing: stays as it is.
  bool operator==(const TrackSecret&) const = default;
};
/// A hook that a secret asks the unit for is done, or counts as done (SE40, SE41, SE47, SE50).
struct EndSecretHook {
  std::string unit;
  store::SecretHook hook; ///< As it was when it ran.
  bool operator==(const EndSecretHook&) const = default;
};
/// The charm whose files the unit is about to get, the newest of its application (P25). Refused if
/// there is a newer one meanwhile.
struct SetUnitCharm {
  std::string unit;
  std::string charm;               ///< Charm::url.
  bool skips_hook = false;         ///< Its upgrade-charm will not run (P32).
  std::uint32_t charm_changes = 0; ///< Application::charm_changes that it is told of (RS5).
  bool operator==(const SetUnitCharm&) const = default;
};
/// A hook of the unit has got a resource, whole (RS11).
struct UseResource {
  std::string unit;
  std::string name;
  store::Resource resource; ///< As its application has it.
  bool operator==(const UseResource&) const = default;
};
/// Sets a unit without subordinates and scopes Dead (U4).
struct SetUnitDead {
  std::string unit;
  bool operator==(const SetUnitDead&) const = default;
};
/// Removes a Dead unit (U9). Asked by the agent that deployed it (U8).
struct DeleteUnit {
  std::string unit;
  bool operator==(const DeleteUnit&) const = default;
};
/// Reports what people shall see of a unit (W5). Fields left empty stay as they are.
struct ReportUnit {
  std::string unit;
  std::optional<store::Status> workload;
  std::optional<store::Status> agent;
  std::optional<std::string> workflow;
  std::optional<store::HookError> error;
  std::optional<std::string> version;
  bool operator==(const ReportUnit&) const = default;
};
/// status-set --application by the leader.
struct ReportApplication {
  std::string application;
  std::string unit; ///< Refused unless it leads.
  store::Status status;
  bool operator==(const ReportApplication&) const = default;
};
/// leader-set: what the leader tells all units of its application. An empty value deletes.
struct SetLeaderSettings {
  std::string application;
  std::string unit; ///< Refused unless it leads.
  store::Settings settings;
  bool operator==(const SetLeaderSettings&) const = default;
};
/// The agent has seen `resolved` and acts on it.
struct ClearResolved {
  std::string unit;
  bool operator==(const ClearResolved&) const = default;
};
/// Takes the application's leadership where nobody holds it; held by itself is a no-op.
struct ClaimLeadership {
  std::string application;
  std::string unit;
  bool operator==(const ClaimLeadership&) const = default;
};
/// Gives leadership up; a no-op for any but the holder. No agent does: a unit leads until it is
/// removed (L3).
struct ResignLeadership {
  std::string application;
  std::string unit;
  bool operator==(const ResignLeadership&) const = default;
};

// --- What agents of units and of machines ask for the tasks that they run ---

/// The task's program is about to be started.
struct BeginTask {
  store::TaskId operation = 0;
  store::TaskId task = 0;
  std::string unit; ///< Its receiver, as in Task.
  store::MachineId machine = 0;
  bool operator==(const BeginTask&) const = default;
};
/// The task has ended, and what it changes takes effect with that (A25).
struct FinishTask {
  store::TaskId operation = 0;
  store::TaskId task = 0;
  std::string unit; ///< Its receiver, as in Task.
  store::MachineId machine = 0;
  store::TaskStatus status = store::TaskStatus::Completed;
  std::string message;
  std::string results;                ///< A JSON object, or empty.
  std::optional<FlushHook> changes{}; ///< Of a unit's task that succeeded.
  bool operator==(const FinishTask&) const = default;
};
/// action-log of a task that runs (A8).
struct LogTask {
  store::TaskId operation = 0;
  store::TaskId task = 0;
  std::string text;
  bool operator==(const LogTask&) const = default;
};

// --- What the keeper of secrets' times asks ---
/// Secrets of the application and its units ask for the hooks whose time has come (SE46, SE50), and
/// the next readers are told of a new revision (SE41).
struct NoteSecretsDue {
  std::string application; ///< Empty: the user's secrets.
  bool operator==(const NoteSecretsDue&) const = default;
};

// --- What the forcer and the janitor ask ---

/// The forcer removes what stands in the way of something that is forced: at once, whatever its
/// kind (F1-F3).
struct ForceRemoval {
  store::EntityRef target;
  bool operator==(const ForceRemoval&) const = default;
};
/// Deletes some bags of a removed relation; with the last ones its cleanup record (C1).
struct DeleteBags {
  store::RelationId relation = 0;
  std::vector<std::string> owners;
  bool last = false;
  bool operator==(const DeleteBags&) const = default;
};
/// Deletes history that nobody wants any more, in bounded steps (C3).
struct ForgetHistory {
  std::vector<store::LifeStep> steps;
  std::vector<store::Ended> ended;
  bool operator==(const ForgetHistory&) const = default;
};
/// Deletes operations that ended long ago, with their tasks, in bounded steps (A63).
struct ForgetOperations {
  std::vector<store::Operation> operations;
  std::vector<store::Task> tasks;
  std::vector<store::TaskLine> lines; ///< By task and number; their texts do not count.
  bool operator==(const ForgetOperations&) const = default;
};

/// Any of them.
using Command = store::CompiledOnce<std::variant<CreateApplication,
                                                 AddUnit,
                                                 AddMachine,
                                                 NumberCharm,
                                                 RefreshApplication,
                                                 SetConfig,
                                                 SetExposed,
                                                 SetTrusted,
                                                 SetModelConfig,
                                                 SetModelDefaults,
                                                 SetConstraints,
                                                 SetModelConstraints,
                                                 AddRelation,
                                                 RemoveUnit,
                                                 RemoveMachine,
                                                 RemoveRelation,
                                                 RemoveApplication,
                                                 Resolve,
                                                 SetUnitDying,
                                                 EnterScope,
                                                 DepartScope,
                                                 LeaveScope,
                                                 FlushHook,
                                                 TrackSecret,
                                                 EndSecretHook,
                                                 NoteSecretsDue,
                                                 ChangeUserSecret,
                                                 ResealSecret,
                                                 SetUnitCharm,
                                                 SetUnitDead,
                                                 DeleteUnit,
                                                 ReportUnit,
                                                 ReportApplication,
                                                 ClearResolved,
                                                 ClaimLeadership,
                                                 ResignLeadership,
                                                 SetInstance,
                                                 SetMachineStatus,
                                                 SetMachineDead,
                                                 DeleteMachine,
                                                 DeleteBags,
                                                 SetMachineDying,
                                                 ForceRemoval,
                                                 RetryProvisioning,
                                                 AbandonInstance,
                                                 ClearInstance,
                                                 ForgetHistory,
                                                 SetLeaderSettings,
                                                 EnqueueOperation,
                                                 CancelTask,
                                                 BeginTask,
                                                 FinishTask,
                                                 LogTask,
                                                 ForgetOperations,
                                                 HostModel,
                                                 EndModel,
                                                 AddStorage,
                                                 AttachStorage,
                                                 DetachStorage,
                                                 RemoveStorage,
                                                 StorageProvisioned,
                                                 StorageAttached,
                                                 StorageDetached,
                                                 AttachResource,
                                                 UseResource,
                                                 AddUser,
                                                 RemoveUser,
                                                 SetPassword,
                                                 ResetPassword,
                                                 EnableUser,
                                                 ChangeGrant,
                                                 NoteConnection>>;

} // namespace orrery::protocol

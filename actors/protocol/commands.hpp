#pragma once

#include "actors/protocol/answer.hpp"
#include "store/compiled_once.hpp"
#include "store/records.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

/// What may be asked of the entities. Each command is one transaction, and is answered with an
/// Answer. Plain data: an agent may sit in another process.
namespace orrery::protocol {

/// How a removal may go past what holds it up.
struct Removal {
  bool force = false; ///< Past failing hooks, dead agents and lost machines (F1-F5).
  store::Milliseconds max_wait = 60'000; ///< How long the orderly way has its chance first (F5).
  bool skip_failed_hooks = false; ///< Failing teardown hooks count as done; nothing else is forced.
  bool operator==(const Removal&) const = default;
};

// --- What users ask ---

/// Creates an application without units, with its peer relations (A1, R2).
struct CreateApplication {
  std::string name;
  store::Charm charm;
  store::Settings config; ///< Canonical text.
  bool trusted = false;   ///< TR1
  bool operator==(const CreateApplication&) const = default;
};
/// Creates a principal unit (U1), on a machine of the model or on a new one (M1).
struct AddUnit {
  std::string application;
  std::optional<store::MachineId> machine;
  bool operator==(const AddUnit&) const = default;
};
/// Creates a machine without units (M1).
struct AddMachine {
  bool manage_model = false; ///< Only at bootstrap.
  bool host_units = true;
  bool operator==(const AddMachine&) const = default;
};
/// Changes an application's options; all or none.
struct SetConfig {
  std::string application;
  store::Settings set; ///< As the user typed it; checked against the charm's options.
  std::vector<std::string> reset;
  bool operator==(const SetConfig&) const = default;
};
/// Opens an application to the outside, or closes it again. It is shown, and told in bundles; the
/// process provider's addresses are open to this host only, either way.
struct SetExposed {
  std::string application;
  bool exposed = true;
  bool operator==(const SetExposed&) const = default;
};
/// Lets an application's units ask for the cloud's credential (TR1). A change runs config-changed.
struct SetTrusted {
  std::string application;
  bool trusted = true;
  bool operator==(const SetTrusted&) const = default;
};
/// Relates two endpoints (R2); `rules::infer_relation` finds them from what the user typed.
struct AddRelation {
  std::string application; ///< One side,
  std::string endpoint;
  std::string other_application; ///< and the other.
  std::string other_endpoint;
  bool operator==(const AddRelation&) const = default;
};
struct RemoveUnit {
  std::string unit;
  Removal how{};
  bool operator==(const RemoveUnit&) const = default;
};
struct RemoveMachine {
  store::MachineId machine = 0;
  Removal how{};
  bool drain = false; ///< Its principals are removed first (M10).
  bool operator==(const RemoveMachine&) const = default;
};
struct RemoveRelation {
  store::RelationId relation = 0;
  Removal how{};
  bool operator==(const RemoveRelation&) const = default;
};
struct RemoveApplication {
  std::string application;
  Removal how{};
  bool operator==(const RemoveApplication&) const = default;
};
/// A person has looked at a unit's failed hook (W3).
struct Resolve {
  std::string unit;
  bool retry = true; ///< Otherwise the hook counts as done.
  bool operator==(const Resolve&) const = default;
};
/// A person wants a machine in `error` or `down` to be made again: at once, and from nothing, or
/// with what its units have written (M11).
struct RetryProvisioning {
  store::MachineId machine = 0;
  bool keep_data = false;
  bool operator==(const RetryProvisioning&) const = default;
};

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
/// What a hook buffered, applied in one transaction when it has succeeded (H6). An empty value
/// deletes.
struct FlushHook {
  std::string unit;
  std::map<store::RelationId, store::Settings> unit_settings;
  std::map<store::RelationId, store::Settings> application_settings; ///< Leader only.
  std::vector<store::Port> open;
  std::vector<store::Port> close;
  std::optional<store::Settings> kept{}; ///< All that the unit's hooks keep from now on (CS1).
  bool operator==(const FlushHook&) const = default;
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
/// What people shall see of a unit (W5). Fields left empty stay as they are.
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
/// Gives leadership up; a no-op for any but the holder.
struct ResignLeadership {
  std::string application;
  std::string unit;
  bool operator==(const ResignLeadership&) const = default;
};

// --- What machine agents, the provisioner and the janitor ask ---

/// The provider has made the machine (M8).
struct SetInstance {
  store::MachineId machine = 0;
  std::string instance;
  std::string address;
  bool operator==(const SetInstance&) const = default;
};
struct SetMachineStatus {
  store::MachineId machine = 0;
  store::Status status;
  bool operator==(const SetMachineStatus&) const = default;
};
/// The agent of a machine that is to be made again has let go of what it knew of the old instance.
struct AbandonInstance {
  store::MachineId machine = 0;
  bool operator==(const AbandonInstance&) const = default;
};
/// The abandoned instance is released: the machine has none, and gets a new one (M8).
struct ClearInstance {
  store::MachineId machine = 0;
  bool operator==(const ClearInstance&) const = default;
};
/// A draining machine has no Alive principal any more: it goes Dying (M10).
struct SetMachineDying {
  store::MachineId machine = 0;
  bool operator==(const SetMachineDying&) const = default;
};
/// The forcer removes what stands in the way of something that is forced: at once, whatever its
/// kind (F1-F3).
struct ForceRemoval {
  store::EntityRef target;
  bool operator==(const ForceRemoval&) const = default;
};
/// Sets a Dying machine without principals Dead (M4).
struct SetMachineDead {
  store::MachineId machine = 0;
  bool operator==(const SetMachineDead&) const = default;
};
/// Removes a Dead machine whose instance is released (M6, M7).
struct DeleteMachine {
  store::MachineId machine = 0;
  bool operator==(const DeleteMachine&) const = default;
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
/// Any of them.
using Command = store::CompiledOnce<std::variant<CreateApplication,
                                                 AddUnit,
                                                 AddMachine,
                                                 SetConfig,
                                                 SetExposed,
                                                 SetTrusted,
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
                                                 SetLeaderSettings>>;

} // namespace orrery::protocol

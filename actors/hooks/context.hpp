#pragma once

#include "actors/hooks/secret_state.hpp"
#include "actors/hooks/tool_server.hpp"
#include "store/records.hpp"

#include <tl/expected.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

/// Sight and wishes of a hook: what it may see, and what it wants changed. Pure data: no I/O, no
/// actors.
namespace orrery::hooks {

/// A relation as the unit's agent knows it when the hook starts.
struct RelationSight {
  store::RelationId id = 0;
  std::string endpoint;           ///< The unit's own.
  std::string remote_application; ///< Its own application in a peer relation.
  bool peer = false;
  std::set<std::string> members; ///< Counterparts that have joined and not departed.
};

/// How a unit or a relation is, as `goal-state` shows it.
struct GoalStatus {
  std::string status;
  store::Milliseconds since = 0;
  bool operator==(const GoalStatus&) const = default;
};
using GoalStatuses = std::map<std::string, GoalStatus>; ///< By name of a unit or an application.

/// Units and relations that there are to be, of a unit's application and its neighbours (GS).
struct Goal {
  GoalStatuses units;                            ///< Its own application's, itself included.
  std::map<std::string, GoalStatuses> relations; ///< By its own endpoint.
  bool operator==(const Goal&) const = default;
};

using Workloads = std::map<std::string, store::Status>; ///< Statuses of workloads, by unit.

/// A storage that the unit has (ST30).
struct StorageSight {
  std::string id;       ///< `data/0`.
  std::string location; ///< The mount point; empty: not provisioned yet.
};

/// The action, or command, that runs in a hook's place (A23).
struct ActionSight {
  store::TaskId operation = 0;
  store::TaskId task = 0;
  std::string name;       ///< `juju-exec` of a command.
  std::string parameters; ///< A JSON object, defaults filled in.
};

/// The secret that asks for a hook (SE42).
struct SecretHookSight {
  std::string id;
  std::string label;          ///< As the unit knows it (SE31).
  std::uint32_t revision = 0; ///< 0: the hook is not told.
};

/// Fixed when the hook starts.
struct HookSight {
  std::string unit;
  std::string application;
  std::string principal; ///< Empty for a principal.
  std::string model_name;
  std::string model_uuid;
  store::MachineId machine = 0;
  std::string address;                       ///< Private and public address of the unit's machine.
  std::string hook;                          ///< `install`, `db-relation-joined`, ...
  std::optional<store::RelationId> relation; ///< Of a relation hook.
  std::string remote_unit;                   ///< Empty in created and broken.
  std::string remote_application;
  std::string departing_unit;
  bool leader = false;
  bool leaving = false; ///< The unit is being removed.
  /// Relations not yet broken for this unit, and the hook's own, even if force has taken it away.
  std::map<store::RelationId, RelationSight> relations;
  std::vector<store::RelationId> wanted_relations; ///< All that its application has.
  std::map<std::string, store::CharmOption> options;
  store::Settings config;         ///< What the user set, canonical text.
  std::vector<store::Port> ports; ///< Committed.
  store::Status status;           ///< Workload status when the hook started.
  store::Status application_status;
  store::Settings leader_settings;       ///< What its leader has told all units of its application.
  std::optional<ActionSight> action;     ///< Nothing in a hook.
  std::vector<StorageSight> storages;    ///< All that the unit has, by name, then number (ST23).
  std::string storage;                   ///< Of a storage hook, its own: `data/0` (ST29).
  std::optional<SecretHookSight> secret; ///< Of a secret's hook.
  std::set<std::string> bindings;        ///< What network-get knows: endpoints and extra bindings.
};

/// A resource that a charm declares and somebody has uploaded.
struct ResourceSight {
  std::string filename;
  store::Resource uploaded;
};

/// Name of a bag: relation and owner (a unit or an application).
using BagName = std::pair<store::RelationId, std::string>;

/// Whether a hook wants all programs of its machine ended and started anew (juju-reboot).
enum class Reboot : std::uint8_t {
  No,
  AfterHook, ///< Once it has succeeded.
  Now,       ///< At once: it ends here, and runs again after that.
};

/// Answers and changes that a hook has asked for and buffered so far.
struct HookState {
  /// Bags read so far; nothing where the owner has none (never entered). Fixed at first sight (H5).
  std::map<BagName, std::optional<store::Settings>> bags;
  /// Kept by the unit's hooks, as it was when this one first asked (CS3); nothing before.
  std::optional<store::Settings> kept;
  /// Answers to the call in hand, which asks anew each time (GS5, TR3).
  std::optional<Goal> goal;
  std::optional<bool> trusted;
  std::optional<Workloads> unit_statuses;
  std::optional<std::map<std::string, ResourceSight>> resources; ///< By name (RS8).
  /// Where the unit has the resource that was asked for, or why it has not got it.
  std::optional<tl::expected<std::string, std::string>> resource_path;
  /// Applied in one transaction when the hook succeeds (H6). An empty value deletes.
  std::map<store::RelationId, store::Settings> unit_changes;
  std::map<store::RelationId, store::Settings> application_changes;
  std::set<store::Port> opened;
  std::set<store::Port> closed;
  Reboot reboot = Reboot::No;
  /// How many storage-add has asked for, by name; made when the hook succeeds (ST32).
  std::map<std::string, std::uint32_t> storages_to_add;
  std::string results; ///< What action-set has said, as a JSON object; empty: nothing (A28).
  std::optional<std::string> failure;        ///< What action-fail has said last (A27).
  std::optional<store::Settings> kept_after; ///< What is kept from then on, once it has changed.
  std::size_t kept_size = 0;                 ///< Bytes of that, as store::size_of().
  /// Set by status-set at once; status-get sees it.
  std::optional<store::Status> status;
  std::optional<store::Status> application_status;
  /// Set once leader-set has changed them; leader-get sees that.
  std::optional<store::Settings> leader_settings;
  SecretState secrets; ///< What the hook changes of secrets, and the answers to the call in hand.
};

/// Takes effect at once, whether or not the hook succeeds later.
struct SetUnitStatus {
  std::string value, message;
  bool operator==(const SetUnitStatus&) const = default;
};
struct SetApplicationStatus {
  std::string value, message;
  bool operator==(const SetApplicationStatus&) const = default;
};
struct SetVersion {
  std::string version;
  bool operator==(const SetVersion&) const = default;
};
/// An empty value deletes.
struct SetLeaderSettings {
  store::Settings settings;
  bool operator==(const SetLeaderSettings&) const = default;
};
struct Log {
  std::string level; ///< TRACE, DEBUG, INFO, WARNING, ERROR.
  std::string text;
  bool operator==(const Log&) const = default;
};
/// A line of action-log (A8).
struct LogAction {
  std::string text;
  bool operator==(const LogAction&) const = default;
};
/// The unit goes on reading that revision, and calls the secret so (SE20, SE28).
struct TrackSecret {
  std::string secret, owner;
  std::uint32_t revision = 0;
  std::optional<std::string> label;
  bool operator==(const TrackSecret&) const = default;
};
using Effect = std::variant<SetUnitStatus,
                            SetApplicationStatus,
                            SetVersion,
                            SetLeaderSettings,
                            Log,
                            LogAction,
                            TrackSecret>;

/// The tool cannot answer before these bags are in HookState::bags: fetch them, then evaluate the
/// same call again.
struct NeedBags {
  std::vector<BagName> bags;
};
/// The tool cannot answer before this is in HookState: read it from the store, then evaluate the
/// same call again.
enum class NeedStored { Kept, Goal, Trusted, StatusesOfUnits, Resources };
/// The tool cannot answer before the unit has the resource and HookState::resource_path says where:
/// bring it, then evaluate the same call again.
struct NeedResource {
  std::string name;
  ResourceSight resource;
};
struct ToolDone {
  ToolReply reply;
  std::vector<Effect> effects;
};
using ToolOutcome = std::variant<ToolDone, NeedBags, NeedStored, NeedResource, NeedSecret>;

/// Evaluates one call of a hook tool: flags, output formats, exit codes and wording as in Juju 3.6.
/// Buffers into `state` only when the outcome is ToolDone with exit code 0.
[[nodiscard]] ToolOutcome evaluate(const HookSight& sight, HookState& state, const ToolCall& call);
/// To be called once an effect is on disk: later calls of the hook see it. An effect that was
/// refused is seen by none.
void took_effect(const HookSight& sight, HookState& state, const Effect& effect);
/// Names of all tools, sorted: the symlinks in a unit's tools directory.
[[nodiscard]] const std::vector<std::string>& tool_names();
/// Names that lie beside them there, of what the hook-tool program does by itself
/// (cmd/tool/alone.hpp).
[[nodiscard]] const std::vector<std::string>& programs_beside_tools();

} // namespace orrery::hooks

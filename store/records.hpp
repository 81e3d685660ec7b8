#pragma once

#include "store/charm_records.hpp"
#include "store/compiled_once.hpp"
#include "store/hosted_records.hpp"
#include "store/life.hpp"
#include "store/life_records.hpp"
#include "store/model_defaults.hpp"
#include "store/names.hpp"
#include "store/operation_records.hpp"
#include "store/rare.hpp"
#include "store/resource_records.hpp"
#include "store/secret_records.hpp"
#include "store/storage_records.hpp"
#include "store/turn.hpp"
#include "store/user_records.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

/// Records of the model's database, plain comparable structs. Each record has one writer.
namespace orrery::store {

using Settings = std::map<std::string, std::string>;
/// Bytes of all names and values.
[[nodiscard]] std::size_t size_of(const Settings& settings);

/// A status word with its text and the time from which it holds.
struct Status {
  std::string value;
  std::string message;
  Milliseconds since = 0;
  bool operator==(const Status&) const = default;
};

enum class Resolved : std::uint8_t { None, Retry, NoRetry };
/// Joined once a leader has entered, and never back; a relation that has ended is gone.
enum class RelationStatus : std::uint8_t { Joining, Joined };
[[nodiscard]] constexpr std::string_view to_string(RelationStatus status) {
  return status == RelationStatus::Joining ? "joining" : "joined";
}

/// The model itself: identity and the sequences that are never reused (L6). Owner: the model.
struct Model {
  std::string name;
  std::string uuid;
  MachineId next_machine = 0;
  RelationId next_relation = 0;
  std::uint64_t next_application = 0; ///< For Application::uid.
  Milliseconds created = 0;
  /// With what begins that is counted by name: a charm's revisions, an application's units. 0, or,
  /// after a restore, more than any that was given before.
  std::uint32_t next_named = 0;
  TaskId next_task = 1;           ///< Of the next operation or task (A1).
  Life life = Life::Alive;        ///< Dying once it is to be destroyed: nothing new comes in (MD5).
  std::uint32_t next_storage = 0; ///< Storage::number, for all names (ST15).
  bool operator==(const Model&) const = default;
};
/// Keys of the model's configuration that a user set (MD60). Owner: the model.
struct ModelConfig {
  Settings values;        ///< Canonical text by key; absent means default.
  RareText constraints{}; ///< Of machines to come, as config::Constraints::text() (MD69).
  bool operator==(const ModelConfig&) const = default;
};
/// A machine. Owner: its actor.
struct Machine {
  MachineId id = 0;
  Life life = Life::Alive;
  Turn turn;
  bool manage_model = false; ///< Job: runs the provisioner (M2).
  bool host_units = true;    ///< Job: takes principals (M2).
  bool draining = false;     ///< Takes no more units, goes Dying when they are gone (M10).
  std::string instance;      ///< The provider's name for it, empty while there is none.
  std::string address;       ///< Empty while there is no instance.
  Status status;             ///< `pending`, `started`, `stopped`, `down`, `error`.
  bool keep_data = false;    ///< Made again with its directory (M11); until it has an instance.
  RareText constraints{};    ///< What it was made for, as config::Constraints::text() (MD69).
  bool operator==(const Machine&) const = default;
};

/// A unit. Owner: its actor. Small fields lie together: there are a million of these.
struct Unit {
  std::string name;
  std::string application;
  Life life = Life::Alive;
  std::uint32_t charm_changes = 0; ///< Application::charm_changes that it was told of (RS5).
  Turn turn;
  bool assigned = true; ///< Whether `machine` holds a machine.
  Resolved resolved = Resolved::None;
  bool skip_failed_hooks = false; ///< Failing teardown hooks count as done.
  MachineId machine = 0;          ///< A subordinate has its principal's.
  std::string principal;          ///< Empty for a principal.
  std::string charm;              ///< Charm::url that its files are of, or will be next (P25).
  RareText skipped_upgrade;       ///< Its charm, if it passed over that one's upgrade-charm (P32).
  bool operator==(const Unit&) const = default;
};

/// HookError::hook of a unit whose charm's new files cannot be put in place (P30).
inline constexpr std::string_view failed_upgrade = "upgrade";

/// The failure of a unit's hook, empty `hook` while nothing has.
struct HookError {
  std::string hook;
  RelationId relation = 0;
  bool in_relation = false;
  /// A storage hook has its storage here, `data/0` (ST27); a secret's hook `secret:ID` and, behind
  /// a space, the label by which the unit knows the secret, if there is one (SE44).
  std::string remote_unit;
  std::uint32_t attempt = 0;
  std::uint32_t attempts_max = 0;
  Milliseconds next_at = 0; ///< Next try, 0 if it waits for an administrator.
  std::string stderr_tail;  ///< Last lines, bounded.
  /// The hook has not failed, it runs again: a program that it had left running has ended, as
  /// `stderr_tail` says (W10).
  bool program_ended = false;
  bool operator==(const HookError&) const = default;
};
struct Port {
  std::string protocol; ///< `tcp`, `udp`, `icmp`.
  std::uint16_t from = 0;
  std::uint16_t to = 0;
  std::string endpoint{}; ///< For which it is open; empty: for all.
  auto operator<=>(const Port&) const = default;
};
/// `80/tcp`, `8000-8100/udp`, `icmp`.
[[nodiscard]] std::string port_text(const Port& port);

/// Statuses that a unit's agent reports for people to see (W5). Owner: the unit's actor.
struct UnitStatus {
  std::string unit;
  Status workload;      ///< A charm's word, or `error`, `unknown`, `terminated`.
  Status agent;         ///< `allocating`, `executing`, `idle`, `lost`, `failed`.
  std::string workflow; ///< `new`, `ready`, `running`, `install-error`, ... (W1).
  HookError error;
  Milliseconds last_seen = 0; ///< When the agent last reported (W6).
  std::string version;        ///< Of the workload, from application-version-set.
  std::vector<Port> ports;    ///< Open ones, sorted.
  bool operator==(const UnitStatus&) const = default;
};

/// An application. Owner: its actor.
struct Application {
  std::string name;
  std::uint64_t uid = 0; ///< Another application made under the same name has another one (L6).
  Life life = Life::Alive;
  Turn turn;
  std::string charm; ///< Charm::url.
  bool subordinate = false;
  std::uint32_t unit_count = 0;
  std::uint32_t relation_count = 0;
  std::uint32_t next_unit = 0;
  std::string leader;               ///< Unit name, empty while nobody leads.
  std::uint64_t config_version = 0; ///< Grows when a setting changes.
  Status status;                    ///< Set by the leader; empty value if never.
  std::string version;              ///< Workload version set last.
  bool exposed = false;
  bool skip_failed_hooks = false; ///< Its units take it over when they die with it.
  bool trusted = false;           ///< Its units may ask for the cloud's credential (TR1).
  bool force_units = false;       ///< Its last refresh holds for units in error at once (P21).
  /// How many of its units have a charm that it had before, by Charm::url; none has 0.
  std::map<std::string, std::uint32_t> older_charms;
  RareText
    constraints{}; ///< Of its units' machines to come, as config::Constraints::text() (MD69).
  std::map<std::string, StorageDirective> storage{}; ///< Where a user gave any (ST13).
  bool destroy_storage = false;    ///< Its units' data goes with them when they die with it (ST44).
  std::uint32_t charm_changes = 0; ///< How often a resource of it got other bytes (RS5).
  bool operator==(const Application&) const = default;
};

/// Values that a user has given an application's options. Owner: the application's actor.
struct ApplicationConfig {
  std::string application;
  Settings values; ///< Canonical text by option name; absent means default.
  bool operator==(const ApplicationConfig&) const = default;
};
/// Settings that an application's leader has told its units (leader-set). Owner: the application's
/// actor.
struct LeaderSettings {
  std::string application;
  std::uint64_t version = 0; ///< Grows when a setting changes.
  Settings values;
  bool operator==(const LeaderSettings&) const = default;
};
/// Values that a unit's hooks keep in the model (state-set, CS4). Owner: the unit's actor.
struct CharmState {
  std::string unit;
  Settings values;
  bool operator==(const CharmState&) const = default;
};

/// Where unit numbers go on for a name whose application is gone (L6). Owner: the model.
struct UnitSequence {
  std::string application;
  std::uint32_t next = 0;
  bool operator==(const UnitSequence&) const = default;
};

/// One end of a relation.
struct RelationEnd {
  std::string application;
  std::string endpoint;
  Role role = Role::Requirer;
  bool operator==(const RelationEnd&) const = default;
};

/// A relation. Owner: its actor.
struct Relation {
  RelationId id = 0;
  std::string key; ///< Canonical (R1): `wordpress:db mysql:server`.
  std::string interface;
  ScopeKind scope = ScopeKind::Global; ///< Container if either endpoint says so (B6).
  std::vector<RelationEnd> ends;       ///< Requirer before provider; one for a peer relation.
  Life life = Life::Alive;
  Turn turn;
  std::uint32_t unit_count = 0;   ///< Scope records of this relation.
  bool skip_failed_hooks = false; ///< Failing departed and broken hooks count as done.
  RelationStatus status = RelationStatus::Joining;
  bool operator==(const Relation&) const = default;
};
/// A unit's presence in a relation. Owner: the relation's actor.
struct Scope {
  RelationId relation = 0;
  std::string unit;
  Role role = Role::Requirer;
  std::string container;  ///< The principal whose scope this is; empty in a global relation (S3).
  bool departing = false; ///< Begun to leave: gone for its counterparts, not for it (S11).
  bool operator==(const Scope&) const = default;
};

/// Settings of one unit or one application in one relation (S4). Owner: the relation's actor.
struct Bag {
  RelationId relation = 0;
  std::string owner;         ///< Unit or application name.
  std::uint64_t version = 0; ///< Of the relation's change counter at the last change.
  Settings values;
  /// A unit's own: Scope's when it entered last, readable there only (S3). Empty: of an older
  /// program.
  std::string container{};
  bool operator==(const Bag&) const = default;
};

/// Settings of a removed relation are to be deleted (C1). Owner: the janitor, once written.
struct Cleanup {
  RelationId relation = 0;
  Milliseconds since = 0;
  bool operator==(const Cleanup&) const = default;
};

using Record = CompiledOnce<std::variant<Model,
                                         Charm,
                                         Machine,
                                         Unit,
                                         UnitStatus,
                                         Application,
                                         ApplicationConfig,
                                         LeaderSettings,
                                         CharmState,
                                         UnitSequence,
                                         CharmSequence,
                                         Relation,
                                         Scope,
                                         Bag,
                                         Cleanup,
                                         Force,
                                         LifeStep,
                                         Ended,
                                         ModelConfig,
                                         Operation,
                                         Task,
                                         TaskLine,
                                         HostedModel,
                                         Storage,
                                         StorageAttachment,
                                         Resources,
                                         User,
                                         Grant,
                                         ModelDefaults,
                                         Secret,
                                         SecretRevision,
                                         SecretConsumer,
                                         SecretGrant,
                                         SecretHook>>;

} // namespace orrery::store

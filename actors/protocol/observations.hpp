#pragma once

#include "actors/protocol/secret_changes.hpp"
#include "store/records.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

/// Questions of agents to entities, and what agents are told. Every observation is on disk before
/// it is told. Hints may be lost, with an agent or with a link that was cut: whoever observes anew,
/// in person or by a link in its name, is told the present state first (level-triggered). So the
/// answer to a look may come at any time, and once more.
namespace orrery::protocol {

/// In place of the number of a look: a change is told, which nobody has asked for now.
inline constexpr std::uint64_t a_change = 0;

/// The sender wants to be told of this entity now and whenever it changes (answered by *Seen).
struct Observe {
  /// The unit in whose name it asks: whoever acts for that unit then is told of changes, and begins
  /// if nobody is there. Empty: in its own name. So in all that follow.
  std::string acting_for{};
  std::uint64_t look = 0; ///< The sender's own number of this look, which the answer repeats.
};
/// The sender does not want to be told any more.
struct Unobserve {
  std::string acting_for{};
};

/// A task that has not ended, as who is to run it sees it.
struct TaskToRun {
  store::TaskId id = 0;
  store::TaskId operation = 0;
  store::TaskStatus status = store::TaskStatus::Pending;
  bool operator==(const TaskToRun&) const = default;
};

/// A machine as its agent and the provisioner see it (M8, M9).
struct MachineSeen {
  store::Machine machine;
  std::vector<std::string> principals;
  bool gone = false;
  std::vector<TaskToRun> tasks{}; ///< In the order in which they are run.
  std::uint64_t answers = 0;      ///< The look that this answers, or a_change.
};

/// A subordinate as its principal sees it (B3).
struct SubordinateSeen {
  std::string unit;
  store::Life life = store::Life::Alive;
};

/// A storage instance that a unit has, as its agent sees it (ST22-ST25).
struct StorageSeen {
  store::Storage storage;
  store::StorageAttachment attachment;
  bool operator==(const StorageSeen&) const = default;
};

/// A unit as its own agent, its deployer and its subordinates see it.
struct UnitSeen {
  store::Unit unit;
  std::vector<SubordinateSeen> subordinates;
  std::vector<store::RelationId> scopes; ///< From the scope records (S10).
  store::UnitStatus status; ///< As it was when this was told; a change of it alone is not told.
  bool gone = false;
  std::vector<TaskToRun> tasks{};     ///< In the order in which they are run (A18).
  std::uint64_t answers = 0;          ///< As in MachineSeen.
  std::vector<StorageSeen> storage{}; ///< By name, then number (ST23).
};

/// An application as the agents of its units see it (U10).
struct ApplicationSeen {
  store::Application application;
  std::vector<store::Relation>
    relations; ///< As they were made; their life is told by RelationSeen.
  bool gone = false;
  std::uint64_t leader_settings_version = 0; ///< 0 while there are none.
  std::uint64_t answers = 0;                 ///< As in MachineSeen.
};

/// To an application that nobody leads: the unit was told so, and cannot lead now. Another is told.
struct PassOver {
  std::string unit;
};

/// The model as the supervisor of agents and the provisioner see it: which machines there are.
struct ModelSeen {
  /// New since the last observation; in answer to a look, which may come again, all there are.
  std::vector<store::MachineId> machines;
  /// Storages that no unit had, and that are removed since (ST42): their data is still there.
  std::vector<store::Storage> removed_storages{};
};

/// Like Observe, for a relation: the unit whose counterparts are of interest (S2).
struct ObserveRelation {
  std::string unit;
  store::Role role = store::Role::Requirer;
  std::string container; ///< The principal whose scope it is; empty in a global relation (S3).
  std::string acting_for{};
  std::uint64_t look = 0; ///< As in Observe.
};

struct RelationSeen {
  store::RelationId relation = 0;
  store::Life life = store::Life::Alive;
  bool gone = false;
  bool skip_failed_hooks = false;
  std::uint64_t answers = 0; ///< As in MachineSeen.
};

/// Something changed among the counterparts; told once until the observer has read (one wake-up per
/// batch).
struct ScopeStirred {
  store::RelationId relation = 0;
};

/// Asks a relation for the counterparts of a unit that observes it.
struct ReadMembers {
  std::string unit;
  std::uint64_t seen =
    0; ///< MembersSeen::time of what it has read before; 0: it wants to see all of them.
  std::string acting_for{};
};
struct MembersSeen {
  store::RelationId relation = 0;
  bool departing = false; ///< The asking unit's own scope record says so (S11).
  bool complete = true;   ///< `members` are all there are; otherwise those that may have changed.
  std::uint64_t time = 0; ///< To be named by who reads again. 0: not known, the next is complete.
  std::map<std::string, std::uint64_t>
    members;                     ///< Joined and not departing, with settings versions.
  std::vector<std::string> gone; ///< Are not among them, if it is not complete.
  std::uint64_t application_version =
    0; ///< Of the counterpart application's bag, 0 if it has none.
};

/// Asks a relation for one bag (S4, H5).
struct ReadBag {
  std::uint64_t ticket = 0;
  std::string owner;
  std::string
    reader; ///< The unit that asks: in a container relation it finds none of other containers (S3).
};
struct BagSeen {
  std::uint64_t ticket = 0;
  store::RelationId relation = 0;
  std::string owner;
  bool found = false;
  store::Settings values;
};

/// Asks an application for what a hook may see of it.
struct ReadConfig {
  std::uint64_t ticket = 0;
};
struct ConfigSeen {
  std::uint64_t ticket = 0;
  std::uint64_t version = 0;
  store::Settings values;
  store::Charm charm;
  store::Status status; ///< The application's, set by its leader.
  store::Settings leader_settings;
};

/// Asks an operation for one of its tasks.
struct ReadTask {
  store::TaskId task = 0;
};
struct TaskSeen {
  store::TaskId task = 0;
  bool found = false; ///< It has not ended.
  std::string action;
  std::string parameters; ///< A JSON object.
  bool parallel = false;  ///< As in Operation.
  std::string group;
};

/// A hook that a secret asks a unit for.
struct SecretHookAwaited {
  std::string unit;
  store::SecretHookKind kind = store::SecretHookKind::Expired;
  bool taken_back = false; ///< It is asked for no more.
};
/// Tells the keeper of secrets' times what has changed of the secrets of an application and its
/// units, or of the user.
struct SecretsStirred {
  std::string application;     ///< Empty: the user's.
  store::Milliseconds due = 0; ///< When the first of them is due (SE46, SE50); 0: none is.
  std::vector<SecretHookAwaited> awaited; ///< Among them those that are new.
};
/// Asks an application, or the model, for all of that.
struct ReadSecrets {};
/// Asks an application for secrets of itself and of units of it, or a unit for one that it reads.
struct ReadSecretNames {
  std::uint64_t ticket = 0;
  std::vector<std::string>
    owners;          ///< Whose: the application, units of it. Of no meaning to a unit.
  std::string label; ///< Those that are called so; empty: all (of an application).
};
struct SecretNamesSeen {
  std::uint64_t ticket = 0;
  std::vector<SecretName> secrets;
};
/// Tells a unit that it reads a secret no more: that one is gone.
struct SecretReadEnded {
  store::SecretConsumer read;
};
/// To a unit's agent: secrets ask for hooks, or do so no more.
struct LookAtSecrets {};
/// A hook that a secret asks a unit for, as its agent sees it.
struct SecretHookSeen {
  store::SecretHook hook;
  std::string label; ///< As the unit knows the secret (SE31).
  bool operator==(const SecretHookSeen&) const = default;
};

/// Tells the keeper of charms that some have no record any more.
struct CharmsDropped {};

/// Tells the janitor that a relation's settings wait for cleanup (C1).
struct CleanupDue {
  store::RelationId relation = 0;
};

/// Tells the janitor, now and then, how far the transactions have come: what ended long before is
/// forgotten.
struct HistoryDue {
  std::uint64_t sequence = 0;
};

/// Tells the janitor that an operation has ended (A63).
struct OperationEnded {
  store::Milliseconds at = 0;
};

/// Tells the janitor that the model's configuration is another, and with it perhaps how long
/// operations are kept (A63).
struct ModelConfigured {};

/// Tells the forcer of a wish that has been written (F).
struct ForceDue {
  store::Force force;
};
/// Asks a relation which units are in its scope, whoever they are.
struct ReadScopes {};
struct ScopesSeen {
  store::RelationId relation = 0;
  std::vector<std::string> units;
};

} // namespace orrery::protocol

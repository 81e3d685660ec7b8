#pragma once

#include "actors/protocol/secret_changes.hpp"
#include "config/command_sets.hpp"
#include "store/records.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

/// Commands of users (commands.hpp).
namespace orrery::protocol {

/// How a removal may go past what holds it up.
struct Removal {
  bool force = false; ///< Past failing hooks, dead agents and lost machines (F1-F5).
  store::Milliseconds max_wait = 60'000; ///< How long the orderly way has its chance first (F5).
  bool skip_failed_hooks = false; ///< Failing teardown hooks count as done; nothing else is forced.
  bool destroy_storage = false;   ///< The data of units that go with it goes, too (ST43, ST44).
  bool operator==(const Removal&) const = default;
};

/// Creates an application without units, with its peer relations (A1, R2).
struct CreateApplication {
  std::string name;
  store::Charm charm;
  store::Settings config;                                   ///< Canonical text.
  bool trusted = false;                                     ///< TR1
  std::string constraints{};                                ///< As typed (MD69).
  std::map<std::string, store::StorageDirective> storage{}; ///< By storage name (ST7).
  /// Files that were uploaded for it, by name (RS2); when, the rule says.
  std::map<std::string, store::Resource> resources{};
  bool operator==(const CreateApplication&) const = default;
};
/// Gives a charm that is about to be taken up its revision (P4), which the answer's `created` says.
struct NumberCharm {
  std::string name;
  std::uint32_t at_least = 0; ///< As the charm's own file `revision` says.
  bool operator==(const NumberCharm&) const = default;
};
/// Gives an application another charm of its name, all in one transaction or nothing (P8-P23).
struct RefreshApplication {
  std::string application;
  store::Charm charm;     ///< With a revision that NumberCharm gave.
  store::Settings config; ///< As the user typed it; checked against the new charm's options (P12).
  std::optional<bool> trusted;
  bool force_units = false; ///< Units in error get it at once (P31).
  bool force = false;       ///< Past the limits of relations (P11).
  std::map<std::string, store::StorageDirective> storage{}; ///< In place of the old ones (ST7).
  /// Files that were uploaded for it, by name (RS12); when, the rule says.
  std::map<std::string, store::Resource> resources{};
  std::vector<std::string> reset{}; ///< Options of the new charm whose defaults hold again (P12).
  bool operator==(const RefreshApplication&) const = default;
};
/// Creates a principal unit (U1), on a machine of the model or on a new one (M1).
struct AddUnit {
  std::string application;
  std::optional<store::MachineId> machine;
  std::vector<std::string> attached{}; ///< Storage that no unit has, which it begins with (ST14).
  bool operator==(const AddUnit&) const = default;
};
/// Creates a machine without units (M1).
struct AddMachine {
  bool manage_model = false; ///< Only at bootstrap.
  bool host_units = true;
  std::string constraints{}; ///< As typed; the model's hold beside them (MD69).
  bool operator==(const AddMachine&) const = default;
};
/// Changes an application's options; all or none.
struct SetConfig {
  std::string application;
  store::Settings set; ///< As the user typed it; checked against the charm's options.
  std::vector<std::string> reset;
  bool operator==(const SetConfig&) const = default;
};
/// Changes the model's configuration; all or none (MD60-MD66).
struct SetModelConfig {
  store::Settings set; ///< As the user typed it.
  std::vector<std::string> reset;
  std::vector<std::string> keys_added{}; ///< Ssh keys, a line each; one that is there stays (CL5).
  std::vector<std::string> keys_removed{}; ///< Lines; one that is not there is none.
  /// Sets of commands that are disabled, with a message; without one: enabled again (MD13).
  std::map<config::CommandSet, std::optional<std::string>> disabled{};
  bool operator==(const SetModelConfig&) const = default;
};
/// Changes what models to come begin with; all or none (MD68). For the first model.
struct SetModelDefaults {
  store::Settings set; ///< As the user typed it.
  std::vector<std::string> reset;
  bool operator==(const SetModelDefaults&) const = default;
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
/// Changes what machines of an application's units are to have: all of it (MD69). Those that are
/// there stay as they are.
struct SetConstraints {
  std::string application;
  std::string constraints; ///< As typed; empty: none.
  bool operator==(const SetConstraints&) const = default;
};
/// Gives an application other bytes for one of its charm's resources (RS4, RS5); its units learn of
/// that by upgrade-charm, where they are other bytes than before.
struct AttachResource {
  std::string application;
  std::string name;
  store::Resource resource; ///< Uploaded; when, the rule says.
  bool operator==(const AttachResource&) const = default;
};
/// Changes what all machines to come are to have: all of it (MD69).
struct SetModelConstraints {
  std::string constraints; ///< As typed; empty: none.
  bool operator==(const SetModelConstraints&) const = default;
};
/// Makes, changes, grants, revokes or removes a secret of the user's (SE53 to SE57).
struct ChangeUserSecret {
  std::string secret;  ///< Its id.
  SecretChange change; ///< Secret::label is its name.
  bool operator==(const ChangeUserSecret&) const = default;
};
/// Puts contents that were sealed anew in the place of those of before, some revisions of one
/// secret at a time (SE4). Nothing else of the secret changes.
struct ResealSecret {
  std::string secret;                          ///< Its id.
  std::string owner;                           ///< Secret::owner
  std::map<std::uint32_t, SecretValue> values; ///< By revision.
  bool operator==(const ResealSecret&) const = default;
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

/// Gives a unit further instances of a storage (ST38). The answer's `created` lists their ids, with
/// spaces between.
struct AddStorage {
  std::string unit;
  std::string storage;                 ///< A name of the charm's.
  store::StorageDirective directive{}; ///< Left out: one, as the application's directive says.
  bool operator==(const AddStorage&) const = default;
};
/// Gives an instance that no unit has to a unit (ST40).
struct AttachStorage {
  std::string storage; ///< `data/0`.
  std::string unit;
  bool operator==(const AttachStorage&) const = default;
};
/// Takes an instance from its unit; the data stays (ST39).
struct DetachStorage {
  std::string storage;
  std::string unit;   ///< That has it, as the asker saw.
  bool force = false; ///< At once, without a hook.
  bool operator==(const DetachStorage&) const = default;
};
/// Removes an instance and its data (ST42).
struct RemoveStorage {
  std::string storage;
  std::string unit;   ///< That has it, as the asker saw; empty: none.
  bool force = false; ///< Though a unit has it.
  bool operator==(const RemoveStorage&) const = default;
};

/// One that shall run an action or a command.
struct Receiver {
  std::string unit; ///< Empty: the machine.
  store::MachineId machine = 0;
  std::string charm;      ///< Of the unit, as the action was held against it (A21); empty: any.
  std::string parameters; ///< A JSON object; empty: the operation's.
  std::string error;      ///< Why it was refused: its task never waits (A5). Empty: it was not.
  bool operator==(const Receiver&) const = default;
};
/// Makes an operation with a task for each receiver (A1, A4). The answer's `created` is its id.
struct EnqueueOperation {
  std::string summary;
  std::string fail; ///< Operation::fail.
  std::string action;
  std::string parameters; ///< A JSON object.
  bool parallel = false;
  std::string group;
  std::vector<Receiver> receivers; ///< At least one; a unit may come more than once.
  bool operator==(const EnqueueOperation&) const = default;
};
/// Cancels a task that waits; one that runs is ended (A30). Nothing of one that has ended.
struct CancelTask {
  store::TaskId operation = 0;
  store::TaskId task = 0;
  std::string unit; ///< Its receiver, as in Task.
  store::MachineId machine = 0;
  bool operator==(const CancelTask&) const = default;
};

} // namespace orrery::protocol

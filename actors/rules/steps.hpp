#pragma once

#include "actors/protocol/commands.hpp"
#include "actors/rules/storage_steps.hpp"
#include "actors/rules/who.hpp"
#include "store/compiled_once.hpp"
#include "store/records.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

/// Steps that a transaction asks of its participants. A command becomes a route of visits
/// (actors/rules/plan.cpp).
namespace orrery::rules {

/// Takes part so that it learns what the others decide; decides nothing itself.
struct Witness {
  bool operator==(const Witness&) const = default;
};

// --- Machine ---
/// Asked whether it can take a principal (U2, M2).
struct HostUnit {
  bool operator==(const HostUnit&) const = default;
};

// --- Unit ---
/// Asked whether it is Alive, for claims that only Alive units may make.
struct AssertAlive {
  bool operator==(const AssertAlive&) const = default;
};

// --- Machine, unit ---
/// Asked whether it can take a task (A9), of a unit for that charm (A21); empty: for any.
struct TakeTask {
  std::string charm;
  bool operator==(const TakeTask&) const = default;
};

// --- Unit ---
/// A peer relation of its application goes, with the scope that the unit may be in (P23). The unit
/// takes part so that it learns of that; one that is gone by now is passed over.
struct LoseScope {
  bool operator==(const LoseScope&) const = default;
};

// --- Operation ---
/// Their receiver goes (A15, A17).
struct CancelTasks {
  std::vector<store::TaskId> tasks;
  std::string why;
  bool operator==(const CancelTasks&) const = default;
};

// --- Relation ---
/// A unit wants in; what the relation must know of it.
struct AdmitUnit {
  std::string unit;
  std::string application;
  std::string principal; ///< Empty for a principal.
  bool assigned = false;
  store::MachineId machine = 0;
  std::map<std::string, store::Life> subordinates; ///< Of the unit.
  store::Settings settings;
  bool leads = false;
  bool operator==(const AdmitUnit&) const = default;
};
/// A unit goes out (S8), by itself or swept at its removal (U4).
struct ReleaseScope {
  std::string unit;
  bool operator==(const ReleaseScope&) const = default;
};
/// One unit's share of a flush (H6).
struct WriteBags {
  std::string unit;
  std::string application;
  store::Settings unit_settings;
  store::Settings application_settings;
  bool grants_secret = false; ///< The hook grants a secret over it (SE33).
  bool operator==(const WriteBags&) const = default;
};
/// Asks a unit to go, because its application is being removed (A3).
struct RemoveWith {
  std::string application;
  protocol::Removal how{}; ///< Of the application, should it have to be looked at again.
  bool operator==(const RemoveWith&) const = default;
};

// --- Relation, application ---
/// The user refreshes the application. A relation that is visited so is a peer relation, and goes.
struct RefreshWith {
  protocol::RefreshApplication refresh;
  std::vector<store::RelationId> peers; ///< Visited before the application: all that go (P23).
  std::set<std::string> units;          ///< Visited before those: who may be in their scopes.
  bool operator==(const RefreshWith&) const = default;
};

// --- Application ---
/// A subordinate of this application is due for a principal that enters scope (B1).
struct AddSubordinate {
  std::string principal;
  bool assigned = false;
  store::MachineId machine = 0;
  bool operator==(const AddSubordinate&) const = default;
};
/// References to it go: relations (S9, R6), a unit (U9).
struct Release {
  std::vector<store::RelationId> relations;
  std::string unit;    ///< Empty if none.
  std::string charm{}; ///< Unit::charm of that unit.
  bool operator==(const Release&) const = default;
};
/// The user removes it; `relations` are those that were visited before it (A3).
struct RemoveWithRelations {
  std::vector<store::RelationId> relations;
  protocol::Removal how{};
  bool operator==(const RemoveWithRelations&) const = default;
};
/// A unit is about to get the files of another charm (P25).
struct MoveUnit {
  std::string from; ///< Charm::url
  std::string to;
  std::string unit{}; ///< That gets the storage which the charm asks for; empty: it is not Alive.
  std::map<std::string, std::uint32_t> owned{}; ///< Its storage so far, by name.
  bool operator==(const MoveUnit&) const = default;
};
/// The first of two applications to be related.
struct Relate {
  std::string endpoint;
  std::string other_application;
  std::string other_endpoint;
  bool operator==(const Relate&) const = default;
};
/// The second one, with what the first offers.
struct RelateWith {
  std::string endpoint;
  std::string other_application;
  store::CharmEndpoint other;
  bool other_subordinate = false;
  bool operator==(const RelateWith&) const = default;
};
/// Asked whether it is a subordinate, as the other end of a container relation that a subordinate
/// enters (B6).
struct AssertSubordinate {
  std::string unit; ///< The one that enters.
  bool operator==(const AssertSubordinate&) const = default;
};
/// Asked whether this unit leads.
struct AssertLeader {
  std::string unit;
  bool operator==(const AssertLeader&) const = default;
};

/// A hook changes secrets of the application and its unit's own (SE13).
struct ChangeSecrets {
  std::string unit;
  bool as_leader = false; ///< Refused unless it leads: settings of the application change, too.
  protocol::SecretChanges changes;
  bool operator==(const ChangeSecrets&) const = default;
};

// --- Application, model ---
/// A unit that has read secrets of this owner is gone (SE36). One that is gone itself is passed
/// over.
struct ReleaseSecrets {
  bool operator==(const ReleaseSecrets&) const = default;
};

// --- Model ---
/// A new machine, for a unit whose other parts are decided (M1, U1).
struct MachineForUnit {
  store::Unit unit;
  std::string constraints{};           ///< The application's, canonical (MD69).
  std::vector<NewStorage> storage{};   ///< As the application directs (ST13).
  std::vector<std::string> attached{}; ///< Storage that no unit has (ST14).
  bool operator==(const MachineForUnit&) const = default;
};
/// A new relation whose ends are decided; gets its id.
struct NumberRelation {
  store::Relation relation;
  bool operator==(const NumberRelation&) const = default;
};
/// An application that is removed.
struct Forgotten {
  std::string application;
  std::uint32_t next_unit = 0;
  std::vector<std::string> charms; ///< By url: its own, and those that units had still.
  bool operator==(const Forgotten&) const = default;
};
/// A charm that an application that stays has no more, nor has any of its units.
struct DroppedCharm {
  std::string application;
  std::string charm; ///< Charm::url
  bool operator==(const DroppedCharm&) const = default;
};
/// Names are free again; their unit numbers go on (L6). Several in one transaction: a swept unit
/// may take its own application along and the counterparts of its relations (U4, A7).
struct ForgetApplications {
  std::vector<Forgotten> all;
  std::vector<DroppedCharm> dropped{};
  bool operator==(const ForgetApplications&) const = default;
};
/// A charm that an application is given, with what else of the refresh is the model's (P21, P23).
struct TakeCharm {
  std::string application;
  store::Charm charm;
  std::vector<std::string> peers{}; ///< Endpoints that get a peer relation.
  std::string dropped{};            ///< DroppedCharm::charm, empty if there is none.
  bool operator==(const TakeCharm&) const = default;
};
/// A machine with manage-model wants to go (M3).
struct ReleaseManager {
  store::MachineId machine = 0;
  bool operator==(const ReleaseManager&) const = default;
};

/// Any of them.
using Step = store::CompiledOnce<std::variant<protocol::Command,
                                              Witness,
                                              HostUnit,
                                              AssertAlive,
                                              AdmitUnit,
                                              ReleaseScope,
                                              WriteBags,
                                              RemoveWith,
                                              AddSubordinate,
                                              Release,
                                              RemoveWithRelations,
                                              Relate,
                                              RelateWith,
                                              AssertSubordinate,
                                              AssertLeader,
                                              MachineForUnit,
                                              NumberRelation,
                                              ForgetApplications,
                                              ReleaseManager,
                                              LoseScope,
                                              RefreshWith,
                                              MoveUnit,
                                              TakeCharm,
                                              TakeTask,
                                              CancelTasks,
                                              GrowStorage,
                                              ShrinkStorage,
                                              DieWith,
                                              NumberStorage,
                                              ChangeSecrets,
                                              ReleaseSecrets>>;

struct Visit {
  Who who;
  Step step;
  bool operator==(const Visit&) const = default;
};

} // namespace orrery::rules

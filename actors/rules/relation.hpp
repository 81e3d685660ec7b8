#pragma once

#include "actors/rules/decision.hpp"
#include "store/packed.hpp"
#include "store/rare.hpp"

#include <map>
#include <optional>
#include <string>

/// The rules of relations, their scopes and settings (R, S).
namespace orrery::rules {

/// Settings as a relation keeps them: charms ask for them when a hook runs.
struct KeptBag {
  KeptBag() = default;
  KeptBag(const store::Bag& bag) // NOLINT(google-explicit-constructor): the same, smaller
    : version(bag.version), record(bag) {}
  std::uint64_t version = 0;
  store::Packed<store::Bag> record;
};

/// Knowledge of a relation: its record, the units in its scope, and all settings.
struct RelationState {
  store::Relation record;
  std::map<std::string, store::Scope> members; ///< By unit.
  std::map<std::string, KeptBag> bags;         ///< By owner; a unit's outlives its departure (S7).
  std::uint64_t changes = 0;                   ///< Highest version given to a bag.
  bool gone = false;
  store::Rare<store::Force> force{}; ///< The user wants it gone past what holds it (F3).
};

/// Unit whose settings or presence a write changed, so that only its counterparts hear of it (S2,
/// S3).
struct Stir {
  store::Role role = store::Role::Requirer;
  std::string container;
  bool operator==(const Stir&) const = default;
};

[[nodiscard]] Decision
decide(const RelationState& relation, const Step& step, const Context& context);
/// Takes in one write of a transaction it took part in, or of recovery. @returns whether all
/// observers should know.
bool absorb(RelationState& relation, const Write& write);
/// A removal's relation went before its turn came: its application looks again which ones it has
/// (L8).
[[nodiscard]] Decision look_again(const RemoveWith& removal);
/// A refresh's relation went before its turn came: its application looks again which ones go (L8).
[[nodiscard]] Decision look_again(const RefreshWith& with);
/// Which side a write (already absorbed) changed for its counterparts; nothing if none.
[[nodiscard]] std::optional<Stir> stirred(const RelationState& relation, const Write& write);

/// Whether a unit with role and container `observer` sees what `stir` changed: counterparts only,
/// in the same container.
[[nodiscard]] bool
observes(const store::Relation& relation, const Stir& observer, const Stir& stir);
/// The settings that a unit reads of an owner (S3, S4, H7): of a container relation those of its
/// own container, of units present and past, and those of the applications. Whose end the owner is
/// of is the tools' matter.
/// @returns nothing where the owner has none, or none for this reader.
[[nodiscard]] std::optional<store::Bag>
readable_bag(const RelationState& relation, const std::string& reader, const std::string& owner);
/// The end that an application has in the relation; null if none.
[[nodiscard]] const store::RelationEnd* end_of(const store::Relation& relation,
                                               std::string_view application);
/// The other end; its own in a peer relation.
[[nodiscard]] const store::RelationEnd* counterpart_of(const store::Relation& relation,
                                                       std::string_view application);
/// Canonical key (R1).
[[nodiscard]] std::string canonical_key(const std::vector<store::RelationEnd>& ends);

} // namespace orrery::rules

#pragma once

#include "store/records.hpp"

#include <optional>
#include <string>
#include <string_view>

/// Ties of a unit to the relations of its application, and of its life to that of others. Each rule
/// stands here once: for agents, which see one entity after the other, and for readers of all
/// records.
namespace orrery::rules {

/// A unit as the rules of places look at it.
struct PlacedUnit {
  std::string_view application;
  std::string_view principal; ///< Empty for a principal.
  bool in_scope = false;      ///< Of the relation that is asked about.
};

/// Says whether a unit may be in a relation of its application (B6). A principal always may, and so
/// may any unit in a relation that is not of a container, or of its own application. A subordinate
/// has a place beside its principal's units and beside other subordinates. Who is in scope keeps
/// the place, because the scope has to be left.
///
/// @param other_is_subordinate whether the counterpart application is; nothing: it is not known yet
/// @returns nothing where the answer hinges on what is not known.
[[nodiscard]] std::optional<bool> has_place(const store::Relation& relation,
                                            const PlacedUnit& unit,
                                            std::optional<bool> other_is_subordinate);

/// Says whether no hook of the relation runs on this side, because it is the implicit juju-info one
/// (B7).
/// @param endpoint, role the side's own
[[nodiscard]] bool is_hookless(std::string_view endpoint, store::Role role);

/// A relation as one of its applications sees it.
struct Tie {
  store::Life life = store::Life::Alive;
  bool container = false;
  std::string_view counterpart; ///< The other application.
};
/// Says whether the relation keeps a subordinate beside its principal (B4). One to another
/// subordinate does not (B8).
[[nodiscard]] bool keeps_subordinate(const Tie& tie, std::string_view principal);

/// The lives that a unit's own life depends on.
struct Dependence {
  store::Life application = store::Life::Alive; ///< Dead: there is none.
  bool subordinate = false;
  store::Life principal = store::Life::Alive; ///< Of a subordinate.
  bool kept_by_container = true;              ///< Of a subordinate: some relation keeps it (B4).
};
/// Tells why an Alive unit sets itself Dying (U10, B4).  @returns an empty text if it does not.
[[nodiscard]] std::string_view cause_to_die(const Dependence& dependence);

/// Settings with which a unit enters a scope (S1): old charms read the first, later ones the
/// others.
/// @param address of its machine
[[nodiscard]] store::Settings first_settings(const std::string& address);

/// Says whether a hook, by its name, belongs to an end: of a relation for the unit, or of the unit.
[[nodiscard]] bool is_teardown_hook(std::string_view hook);

/// Removals that asked that failing teardown hooks count as done (remove-* --skip-failed-hooks).
struct SkipsAsked {
  bool of_unit = false; ///< With the removal of the unit or of its application.
  store::Life unit_life = store::Life::Alive;
  bool of_relation = false; ///< With the removal of the relation whose hook it is.
  store::Life relation_life = store::Life::Alive;
};
/// Says whether a failing hook counts as done.
/// @param teardown as is_teardown_hook() says; @param in_relation whether it is a relation's hook
[[nodiscard]] bool is_skipped(bool teardown, bool in_relation, const SkipsAsked& asked);

} // namespace orrery::rules

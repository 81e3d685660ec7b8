#pragma once

#include "actors/rules/application.hpp"
#include "actors/rules/machine.hpp"
#include "actors/rules/model.hpp"
#include "actors/rules/operation.hpp"
#include "actors/rules/relation.hpp"
#include "actors/rules/unit.hpp"

#include <cstdint>
#include <span>
#include <string_view>

/// The life of each kind of entity as a table: what may turn it, and when. Entities hold each of
/// their decisions against it, tests look for each of its rows, and the pictures in docs/ are drawn
/// from it.
namespace orrery::rules {

/// A life, with what is before and after it. In order: a life only ever advances (L2).
enum class Stage : std::uint8_t { Unborn, Alive, Dying, Dead, Removed };

/// A step of a life, by the command whose transaction takes it.
struct Transition {
  Stage from;
  Stage to;
  std::string_view command; ///< As protocol::name_of says it.
  std::string_view when;    ///< The condition in words.
  std::string_view rules;   ///< Numbers, with spaces between.
};

/// `unborn`, `alive`, `dying`, `dead`, `removed`.
[[nodiscard]] std::string_view name_of(Stage stage);
[[nodiscard]] Stage stage_of(store::Life life);

/// All steps of a life, in order of `from`, then `to`.
[[nodiscard]] std::span<const Transition> transitions(store::EntityKind kind);
/// Whether the table has a step that leads from the one to the other; staying as it is needs none.
[[nodiscard]] bool allowed(store::EntityKind kind, Stage before, Stage after);

/// Whether every life that these writes give or take is a step of the tables, and their own: an
/// entity turns nobody's life but the one it has, others may only begin. False is a bug of ours.
[[nodiscard]] bool keeps_to_tables(const MachineState& own, const Writes& writes);
[[nodiscard]] bool keeps_to_tables(const UnitState& own, const Writes& writes);
[[nodiscard]] bool keeps_to_tables(const ApplicationState& own, const Writes& writes);
[[nodiscard]] bool keeps_to_tables(const RelationState& own, const Writes& writes);
[[nodiscard]] bool keeps_to_tables(const OperationState& own, const Writes& writes);
/// The model has no life; what it creates begins as the tables say.
[[nodiscard]] bool keeps_to_tables(const ModelState& own, const Writes& writes);

} // namespace orrery::rules

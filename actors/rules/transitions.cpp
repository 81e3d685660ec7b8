#include "actors/rules/transitions.hpp"

#include <algorithm>

namespace orrery::rules {

namespace {

using store::EntityKind;
using enum Stage;

constexpr Transition machine_table[] = {
  {Unborn, Alive, "add-machine", "", "M1 L1"},
  {Unborn, Alive, "add-unit", "no machine was named for the unit", "M1 U1"},
  {Alive, Dying, "remove-machine", "no principal is assigned, another machine manages the model",
   "M3"},
  {Alive, Dying, "set machine dying", "draining, and its agent sees no principal Alive", "M10"},
  {Alive, Dying, "force removal", "no principal is assigned, another machine manages the model",
   "F2"},
  {Alive, Dead, "set machine dead", "no principal is assigned", "L2 M4"},
  {Dying, Dead, "set machine dead", "no principal is assigned", "M4"},
  {Dead, Removed, "delete machine", "its instance is released", "M6 M7"},
};

constexpr Transition unit_table[] = {
  {Unborn, Alive, "add-unit", "its application is Alive, its machine takes units", "U1 U2"},
  {Unborn, Alive, "enter scope", "a principal enters a container scope without a subordinate",
   "B1"},
  {Alive, Dying, "remove-unit", "it is a principal", "U3"},
  {Alive, Dying, "set dying",
   "its application or principal is Dying, or no container relation keeps it", "U10 B4"},
  {Alive, Dying, "force removal", "", "F1"},
  {Alive, Dead, "set dead", "no subordinate, in no scope", "L2 U4"},
  {Dying, Dead, "set dead", "no subordinate, in no scope", "U4 U5"},
  {Dead, Removed, "delete unit", "its machine or principal has recalled it", "U8 U9"},
};

constexpr Transition application_table[] = {
  {Unborn, Alive, "deploy", "the name is free", "A1 L6"},
  {Alive, Dying, "remove-application", "units remain, or relations that cannot go at once", "A4"},
  {Alive, Dying, "force removal", "units remain, or relations that cannot go at once", "F3 A4"},
  {Alive, Removed, "remove-application", "no unit, and all its relations go along", "A5"},
  {Alive, Removed, "force removal", "no unit, and all its relations go along", "F3 A5"},
  {Dying, Removed, "delete unit", "its last unit, or the last relation that unit held", "U9 A6"},
  {Dying, Removed, "leave scope", "the last relation, without units", "S9 A6 A7"},
};

constexpr Transition relation_table[] = {
  {Unborn, Alive, "deploy", "a peer relation comes with its application", "R2"},
  {Unborn, Alive, "refresh", "a peer endpoint is new in the charm", "P23"},
  {Unborn, Alive, "integrate", "both applications are Alive, their endpoints match", "R2 R3"},
  {Alive, Dying, "remove-relation", "a unit is in scope", "R5"},
  {Alive, Dying, "remove-application", "a unit is in scope", "A3 R5"},
  {Alive, Dying, "force removal", "a unit is in scope", "F3"},
  {Alive, Removed, "remove-relation", "nobody is in scope", "R6"},
  {Alive, Removed, "remove-application", "nobody is in scope", "A3 R6"},
  {Alive, Removed, "force removal", "nobody is in scope", "F3 R6"},
  {Alive, Removed, "refresh", "its peer endpoint is none of the new charm", "P23"},
  {Dying, Removed, "leave scope", "the last unit leaves", "S8"},
  {Dying, Removed, "delete unit", "the last unit in scope is swept out", "U4 S8"},
  {Dying, Removed, "refresh", "its peer endpoint is none of the new charm", "P23"},
};

constexpr std::span<const Transition> table(EntityKind kind) {
  switch (kind) {
  case EntityKind::Machine:
    return machine_table;
  case EntityKind::Unit:
    return unit_table;
  case EntityKind::Application:
    return application_table;
  case EntityKind::Relation:
    return relation_table;
  }
  return {};
}

/// L2: every step leads on. L1: a life begins Alive.
constexpr bool leads_on(std::span<const Transition> steps) {
  return std::ranges::all_of(steps, [](const Transition& step) {
    return step.from < step.to && (step.from == Unborn) == (step.to == Alive);
  });
}

constexpr bool has(std::span<const Transition> steps, Stage stage) {
  return std::ranges::any_of(
    steps, [&](const Transition& step) { return step.from == stage || step.to == stage; });
}

constexpr bool removed_only_from(std::span<const Transition> steps, Stage stage) {
  return std::ranges::all_of(
    steps, [&](const Transition& step) { return step.to != Removed || step.from == stage; });
}

static_assert(leads_on(machine_table) && leads_on(unit_table) && leads_on(application_table)
              && leads_on(relation_table));
// L4: who has an agent is seen Dead before it is removed, who has none never is.
static_assert(removed_only_from(machine_table, Dead) && removed_only_from(unit_table, Dead));
static_assert(!has(application_table, Dead) && !has(relation_table, Dead));

// --- What a record is to the tables: its kind and whose it is. ---

EntityKind kind_of(const store::Machine&) {
  return EntityKind::Machine;
}
EntityKind kind_of(const store::Unit&) {
  return EntityKind::Unit;
}
EntityKind kind_of(const store::Application&) {
  return EntityKind::Application;
}
EntityKind kind_of(const store::Relation&) {
  return EntityKind::Relation;
}

bool same(const store::Machine& one, const store::Machine& other) {
  return one.id == other.id;
}
bool same(const store::Unit& one, const store::Unit& other) {
  return one.name == other.name;
}
bool same(const store::Application& one, const store::Application& other) {
  return one.uid == other.uid;
}
bool same(const store::Relation& one, const store::Relation& other) {
  return one.id == other.id;
}
template <class One, class Other>
bool same(const One&, const Other&) {
  return false;
}

/// Holds one write against the table of its kind. `Own` is what the writer is.
template <class Own>
struct Check {
  const Own& own;
  const Write& write;

  template <class Record>
  requires requires(const Record& record) { kind_of(record); }
  bool operator()(const Record& record) const {
    const Stage after = write.deleted ? Removed : stage_of(record.life);
    if (write.created)
      return allowed(kind_of(record), Unborn, after);
    if constexpr (std::is_same_v<Record, Own>)
      return same(own, record) && allowed(kind_of(record), stage_of(own.life), after);
    return false;
  }
  /// Accepts whatever has no life: that is no matter of the tables.
  template <class Other>
  bool operator()(const Other&) const {
    return true;
  }
};

template <class Own>
bool check(const Own& own, const Writes& writes) {
  return std::ranges::all_of(writes, [&](const Write& write) {
    return std::visit(Check<Own>{own, write}, write.record);
  });
}

} // namespace

std::string_view name_of(Stage stage) {
  switch (stage) {
  case Unborn:
    return "unborn";
  case Alive:
    return store::to_string(store::Life::Alive);
  case Dying:
    return store::to_string(store::Life::Dying);
  case Dead:
    return store::to_string(store::Life::Dead);
  case Removed:
    return "removed";
  }
  return "unknown";
}

Stage stage_of(store::Life life) {
  switch (life) {
  case store::Life::Alive:
    return Alive;
  case store::Life::Dying:
    return Dying;
  case store::Life::Dead:
    return Dead;
  }
  return Removed;
}

std::span<const Transition> transitions(store::EntityKind kind) {
  return table(kind);
}

bool allowed(store::EntityKind kind, Stage before, Stage after) {
  if (before == after)
    return before != Unborn && before != Removed;
  return std::ranges::any_of(
    table(kind), [&](const Transition& step) { return step.from == before && step.to == after; });
}

bool keeps_to_tables(const MachineState& own, const Writes& writes) {
  return check(own.record, writes);
}
bool keeps_to_tables(const UnitState& own, const Writes& writes) {
  return check(own.record, writes);
}
bool keeps_to_tables(const ApplicationState& own, const Writes& writes) {
  return check(own.record, writes);
}
bool keeps_to_tables(const RelationState& own, const Writes& writes) {
  return check(own.record, writes);
}
bool keeps_to_tables(const OperationState& own, const Writes& writes) {
  return check(own.record, writes);
}
bool keeps_to_tables(const ModelState& own, const Writes& writes) {
  return check(own.record, writes);
}

} // namespace orrery::rules

#include "cmd/views/explain/tree.hpp"

#include "cmd/views/explain/entity.hpp"
#include "cmd/views/explain/remedies.hpp"
#include "cmd/views/explain/waiting_tasks.hpp"
#include "cmd/views/render/unit_state.hpp"
#include "cmd/views/render/upgrade.hpp"
#include "store/keys.hpp"

#include <algorithm>

namespace orrery::explain {
namespace {

using render::Index;
using render::Obstacle;
using store::Life;

/// Gathers one tree.
struct Builder {
  const Index& index;
  const Options& options;

  void note_force(Node& node, const store::EntityRef& target) const {
    const auto& forces = index.contents().forces;
    const auto found = forces.find(store::force_key(target));
    if (found != forces.end())
      node.forced = found->second.due;
  }

  /// The first `siblings_max` of them, those that are stopped first.
  /// @param omitted there are so many beside them
  template <class Entities, class IsStopped, class Make>
  void
  hold(Node& node, Entities entities, std::size_t omitted, IsStopped is_stopped, Make make) const {
    node.holders_left_out += omitted;
    std::stable_partition(entities.begin(), entities.end(), is_stopped);
    for (const auto* entity : entities) {
      if (node.holders.size() < options.siblings_max)
        node.holders.push_back(make(*entity));
      else
        ++node.holders_left_out;
    }
  }

  void hold_units(Node& node,
                  const Index::Units& units,
                  std::size_t omitted,
                  bool with_subordinates) const {
    hold(
      node, units, omitted,
      [&](const store::Unit* unit) { return !render::first_obstacle(index, *unit).empty(); },
      [&](const store::Unit& unit) { return unit_node(unit, nullptr, with_subordinates); });
  }

  void stop(Node& node, const std::optional<Obstacle>& obstacle) const {
    if (!obstacle)
      return;
    node.obstacle = obstacle->text;
    node.obstacle_kind = obstacle->kind;
    node.obstacle_since = obstacle->since;
    node.tasks = obstacle->tasks;
  }

  void fill_status(Node& node, const store::Unit& unit) const {
    const store::UnitStatus* status = index.status_of(unit.name);
    if (status == nullptr)
      return;
    if (node.obstacle_kind == Obstacle::Kind::HookFailed)
      node.error = status->error;
    node.hook = unit.life == Life::Dead ? "" : render::running_hook(status->agent);
    node.hook_since = status->agent.since;
    node.debugged_by = render::debugging_user(status->agent);
    const bool has_deadline = options.hook_deadline != 0 && node.debugged_by.empty(); // (D4)
    node.hook_until = has_deadline ? node.hook_since + options.hook_deadline : 0;
  }

  /// @param left the relation that it has to leave, nothing if it is to go itself
  Node
  unit_node(const store::Unit& unit, const store::Relation* left, bool with_subordinates) const {
    Node node;
    node.subject = subject_of(unit);
    node.life = unit.life;
    node.turn = unit.turn;
    note_force(node, store::unit_ref(unit.name));
    node.waits = render::unit_reason(index, unit);
    const auto obstacle = render::unit_obstacle(index, unit);
    stop(node, obstacle);
    node.upgrade = render::upgrade_text(index, unit);
    node.first_task = first_waiting_task(index, unit);
    if (obstacle)
      node.remedies = unit_remedies(index, unit, *obstacle, left, options);
    fill_status(node, unit);
    if (left != nullptr)
      return node;
    for (const store::RelationId id : scopes_in_order(index, unit.name)) {
      if (node.scopes.size() < options.siblings_max)
        node.scopes.push_back(id);
      else
        ++node.scopes_left_out;
    }
    node.scopes_left_out += render::count_of(index.omitted().scopes, unit.name);
    if (unit.principal.empty() && unit.assigned)
      node.machine = unit.machine;
    if (with_subordinates)
      hold_units(node, index.subordinates_of(unit.name),
                 render::count_of(index.omitted().subordinates, unit.name), false);
    return node;
  }

  Node relation_node(const store::Relation& relation) const {
    Node node;
    node.subject = subject_of(relation);
    node.title = relation.key;
    if (relation.life == Life::Alive)
      node.status = store::to_string(relation.status);
    node.life = relation.life;
    node.turn = relation.turn;
    note_force(node, store::relation_ref(relation.id));
    node.waits = render::relation_reason(index, relation);
    Index::Units units;
    for (const store::Scope* entered : index.scopes_in(relation.id))
      if (const auto* unit = find_unit(index, entered->unit))
        units.push_back(unit);
    hold(
      node, units, render::count_of(index.omitted().members, relation.id),
      [&](const store::Unit* unit) { return render::unit_obstacle(index, *unit).has_value(); },
      [&](const store::Unit& unit) { return unit_node(unit, &relation, false); });
    return node;
  }

  Node application_node(const store::Application& application) const {
    Node node;
    node.subject = subject_of(application);
    node.life = application.life;
    node.turn = application.turn;
    note_force(node, store::application_ref(application.name));
    node.waits = render::application_reason(index, application);
    hold_units(node, index.units_of(application.name),
               render::count_of(index.omitted().units, application.name), true);
    // Of its siblings units come first, stopped or not: a unit leaves its relations before it goes.
    hold(
      node, index.relations_of(application.name),
      render::count_of(index.omitted().relations, application.name),
      [&](const store::Relation* relation) {
        return !render::first_obstacle(index, *relation).empty();
      },
      [&](const store::Relation& relation) { return relation_node(relation); });
    std::stable_partition(node.holders.begin(), node.holders.end(), is_stopped);
    return node;
  }

  Node machine_node(const store::Machine& machine) const {
    Node node;
    node.subject = subject_of(machine);
    node.life = machine.life;
    node.turn = machine.turn;
    note_force(node, store::machine_ref(machine.id));
    node.waits = render::machine_reason(index, machine);
    const auto obstacle = render::machine_obstacle(index, machine);
    stop(node, obstacle);
    node.first_task = first_waiting_task(index, machine);
    if (obstacle)
      node.remedies = machine_remedies(machine, *obstacle, options);
    hold_units(node, index.principals_on(machine.id),
               render::count_of(index.omitted().principals, machine.id), true);
    return node;
  }

  static bool is_stopped(const Node& node) {
    return !node.obstacle.empty()
           || std::any_of(node.holders.begin(), node.holders.end(), is_stopped);
  }
};

} // namespace

Node tree_of(const Index& index, const Subject& subject, const Options& options) {
  const Builder builder{index, options};
  switch (subject.kind) {
  case store::EntityKind::Unit:
    return builder.unit_node(*find_unit(index, subject.name), nullptr, true);
  case store::EntityKind::Application:
    return builder.application_node(*find_application(index, subject.name));
  case store::EntityKind::Machine:
    return builder.machine_node(*find_machine(index, subject.name));
  case store::EntityKind::Relation:
    break;
  }
  return builder.relation_node(*find_relation(index, subject.name));
}

} // namespace orrery::explain

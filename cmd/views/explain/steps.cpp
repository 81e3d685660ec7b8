#include "cmd/views/explain/steps.hpp"

#include "actors/rules/ties.hpp"
#include "cmd/views/explain/entity.hpp"
#include "cmd/views/render/obstacle.hpp"

#include <algorithm>
#include <set>
#include <tuple>

namespace orrery::explain {
namespace {

using render::Index;
using store::Life;
using Action = Step::Action;

/// The rest of a removal, entity by entity in the order of the references (L5), each step once.
class Route {
public:
  Route(Explanation& explanation, const Index& index, const Options& options)
    : explanation_(explanation), index_(index), options_(options) {}

  void command(const Subject& subject, const std::string& command) {
    add({Action::Command, subject, 0, "orrery " + command});
  }

  /// @param asked whether a command has set it Dying
  void unit_goes(const store::Unit& unit, bool asked) {
    if (unit.life == Life::Alive && !asked)
      add_plain(Action::SetDying, subject_of(unit), " Dying");
    wait_for(unit, true);
    if (unit.life == Life::Dead)
      return add_plain(Action::Delete, subject_of(unit), " removed");
    for (const store::RelationId id : scopes_in_order(index_, unit.name))
      leave(unit, id);
    leave_out(render::count_of(index_.omitted().scopes, unit.name), false);
    for (const store::Unit* subordinate : index_.subordinates_of(unit.name))
      if (unit.principal.empty()) // a subordinate has none, whatever the records say: no circles
        unit_goes(*subordinate, false);
    leave_out(render::count_of(index_.omitted().subordinates, unit.name), true);
    add_plain(Action::SetDead, subject_of(unit), " Dead");
    add_plain(Action::Delete, subject_of(unit), " removed");
  }

  void relation_goes(const store::Relation& relation) {
    for (const store::Scope* entered : index_.scopes_in(relation.id))
      if (const auto* unit = find_unit(index_, entered->unit))
        leaves(*unit, relation.id);
    leave_out(render::count_of(index_.omitted().members, relation.id), true);
    add_plain(Action::Vanish, subject_of(relation), " removed");
  }

  void application_goes(const store::Application& application) {
    for (const store::Unit* unit : index_.units_of(application.name))
      unit_goes(*unit, false);
    leave_out(render::count_of(index_.omitted().units, application.name), true);
    for (const store::Relation* relation : index_.relations_of(application.name))
      relation_goes(*relation);
    leave_out(render::count_of(index_.omitted().relations, application.name), true);
    add_plain(Action::Vanish, subject_of(application), " removed");
  }

  void machine_goes(const store::Machine& machine) {
    const auto obstacle = render::machine_obstacle(index_, machine);
    if (obstacle && obstacle->kind == render::Obstacle::Kind::TaskOpen)
      add({Action::Continue, subject_of(machine), 0, ended(*obstacle)});
    if (machine.life != Life::Dead)
      add_plain(Action::SetDead, subject_of(machine), " Dead");
    if (!machine.instance.empty())
      add({Action::Release, subject_of(machine), 0, "instance " + machine.instance + " released"});
    add_plain(Action::Delete, subject_of(machine), " removed");
  }

  /// Counts as one step each those whose records are not at hand.
  /// @param at_least each may take more
  void leave_out(std::size_t count, bool at_least) {
    explanation_.steps_left_out += count;
    explanation_.steps_at_least |= at_least && count > 0;
  }

  void add_plain(Action action, const Subject& subject, const char* what) {
    add({action, subject, 0, name_of(subject) + what});
  }

private:
  void add(Step step) {
    if (!seen_.emplace(step.action, step.subject, step.relation).second)
      return;
    if (explanation_.steps.size() < options_.steps_max)
      explanation_.steps.push_back(std::move(step));
    else
      ++explanation_.steps_left_out;
  }

  /// Counts what stops the unit, and has to pass first.
  /// @param goes the unit is Dying then: an update-status that has failed is not waited for
  void wait_for(const store::Unit& unit, bool goes) {
    const auto obstacle = render::unit_obstacle(index_, unit);
    if (!obstacle)
      return;
    const auto* status = index_.status_of(unit.name);
    const bool has_failed = obstacle->kind == render::Obstacle::Kind::HookFailed;
    if (has_failed && goes && status->error.hook == "update-status")
      return;
    std::string text = unit.name + " goes on";
    if (has_failed)
      text = unit.name + "'s "
             + (status->error.hook == store::failed_upgrade
                  ? "upgrade is resolved"
                  : "hook \"" + status->error.hook + "\" succeeds or is resolved");
    else if (obstacle->kind == render::Obstacle::Kind::TaskOpen)
      text = ended(*obstacle);
    add({Action::Continue, subject_of(unit), 0, std::move(text)});
  }

  static std::string ended(const render::Obstacle& obstacle) {
    std::string text;
    for (const store::TaskId task : obstacle.tasks)
      text += (text.empty() ? "task " : ", ") + std::to_string(task);
    return text.empty() ? "the cancelled task has ended" : text + " ended";
  }

  void leaves(const store::Unit& unit, store::RelationId id) {
    wait_for(unit, false);
    leave(unit, id);
  }

  void leave(const store::Unit& unit, store::RelationId id) {
    add(
      {Action::Leave, subject_of(unit), id, unit.name + " leaves relation " + std::to_string(id)});
  }

  Explanation& explanation_;
  const Index& index_;
  const Options& options_;
  std::set<std::tuple<Action, Subject, store::RelationId>> seen_;
};

bool is_alive(const store::Application* application) {
  return application != nullptr && application->life == Life::Alive;
}

/// Whether an Alive container relation keeps the subordinate (B4).
bool is_tied(const Index& index, const store::Unit& unit, const store::Unit& principal) {
  const auto& relations = index.relations_of(unit.application);
  return std::any_of(relations.begin(), relations.end(), [&](const store::Relation* relation) {
    return relation->ends.size() == 2
           && rules::keeps_subordinate(
             {relation->life, relation->scope == store::ScopeKind::Container,
              render::other_end(*relation, unit.application)->application},
             principal.name);
  });
}

/// Finds the unit whose removal takes an Alive unit along; nothing if it turns Dying by itself.
const store::Unit* asked_for(const Index& index, const store::Unit& unit) {
  if (unit.life != Life::Alive || !is_alive(find_application(index, unit.application)))
    return nullptr; // U10
  if (unit.principal.empty())
    return &unit;
  const store::Unit* principal = find_unit(index, unit.principal);
  const bool stays = principal != nullptr && principal->life == Life::Alive
                     && is_alive(find_application(index, principal->application))
                     && is_tied(index, unit, *principal);
  return stays ? principal : nullptr; // U3
}

void route_unit(Route& route, const Index& index, const store::Unit& unit) {
  const store::Unit* asked = asked_for(index, unit);
  if (asked != nullptr)
    route.command(subject_of(*asked), "remove-unit " + asked->name);
  route.unit_goes(unit, asked == &unit);
}

void route_relation(Route& route, const store::Relation& relation) {
  if (relation.life == Life::Alive && relation.ends.size() == 1) // R2
    route.command({store::EntityKind::Application, relation.ends[0].application},
                  "remove-application " + relation.ends[0].application);
  else if (relation.life == Life::Alive)
    route.command(subject_of(relation), "remove-relation " + std::to_string(relation.id));
  route.relation_goes(relation);
}

void route_application(Route& route, const store::Application& application) {
  if (application.life == Life::Alive)
    route.command(subject_of(application), "remove-application " + application.name);
  route.application_goes(application);
}

void route_machine(Route& route, const Index& index, const store::Machine& machine) {
  const bool asks = machine.life == Life::Alive && !machine.draining;
  const auto& units = index.principals_on(machine.id);
  for (const store::Unit* unit : units)
    if (asks && unit->life == Life::Alive) // M3
      route.command(subject_of(*unit), "remove-unit " + unit->name);
  for (const store::Unit* unit : units)
    route.unit_goes(*unit, asks);
  route.leave_out(render::count_of(index.omitted().principals, machine.id), true);
  if (asks)
    route.command(subject_of(machine), "remove-machine " + std::to_string(machine.id));
  else if (machine.life == Life::Alive)
    route.add_plain(Action::SetDying, subject_of(machine), " Dying"); // M10
  route.machine_goes(machine);
}

} // namespace

void add_steps(Explanation& explanation,
               const Index& index,
               const Subject& subject,
               const Options& options) {
  Route route(explanation, index, options);
  switch (subject.kind) {
  case store::EntityKind::Unit:
    return route_unit(route, index, *find_unit(index, subject.name));
  case store::EntityKind::Relation:
    return route_relation(route, *find_relation(index, subject.name));
  case store::EntityKind::Application:
    return route_application(route, *find_application(index, subject.name));
  case store::EntityKind::Machine:
    break;
  }
  const store::Machine& machine = *find_machine(index, subject.name);
  if (is_last_manager(index, machine))
    explanation.refusal =
      "it is the last machine that manages the model, which stays as long as the model";
  else
    route_machine(route, index, machine);
}

} // namespace orrery::explain

#include "cmd/views/render/obstacle.hpp"

#include "actors/rules/ties.hpp"
#include "cmd/views/render/failed_hook.hpp"
#include "cmd/views/render/holding_tasks.hpp"
#include "cmd/views/render/unit_state.hpp"

namespace orrery::render {
namespace {

const store::Machine* machine_of(const Index& index, const store::Unit& unit) {
  const auto found = index.contents().machines.find(unit.machine);
  return unit.assigned && found != index.contents().machines.end() ? &found->second : nullptr;
}

std::string with_words(std::string text, const std::string& words) {
  return words.empty() ? text : std::move(text) + ": " + words;
}

/// Lost or failed, as it or whoever deploys it has said last.
std::optional<Obstacle> agent_obstacle(const store::UnitStatus* status, const std::string& whose) {
  if (status != nullptr && status->agent.value == "lost")
    return Obstacle{Obstacle::Kind::AgentLost, whose + " is lost", status->agent.since};
  if (status != nullptr && status->agent.value == "failed")
    return Obstacle{Obstacle::Kind::AgentFailed,
                    with_words(whose + " failed", status->agent.message), status->agent.since};
  return std::nullopt;
}

/// An action in a debug session is a task, which has a number.
std::optional<Obstacle> debug_obstacle(const store::UnitStatus* status) {
  if (status == nullptr)
    return std::nullopt;
  const std::string hook = running_hook(status->agent), user = debugging_user(status->agent);
  if (hook.empty() || user.empty())
    return std::nullopt;
  return Obstacle{Obstacle::Kind::HookDebugged,
                  "hook \"" + hook + "\" is in a debug session of " + user, status->agent.since};
}

/// A Dead unit waits for whoever removes it (U8): its principal's agent or its machine's.
std::optional<Obstacle> removal_obstacle(const Index& index, const store::Unit& unit) {
  const store::UnitStatus* own = index.status_of(unit.name);
  if (own != nullptr && own->agent.value == "failed")
    return Obstacle{Obstacle::Kind::AgentFailed,
                    with_words("it cannot be recalled", own->agent.message), own->agent.since};
  if (unit.principal.empty())
    return std::nullopt;
  return agent_obstacle(index.status_of(unit.principal), "the agent of " + unit.principal);
}

/// Whether the hook counts as done: asked for with the unit, its application, or the relation that
/// it leaves.
bool is_skipped(const Index& index, const store::Unit& unit, const store::HookError& error) {
  rules::SkipsAsked asked;
  const auto& applications = index.contents().applications;
  const auto application = applications.find(unit.application);
  asked.of_unit = unit.skip_failed_hooks
                  || (application != applications.end() && application->second.skip_failed_hooks);
  asked.unit_life = unit.life;
  if (const auto relation = index.contents().relations.find(error.relation);
      relation != index.contents().relations.end()) {
    asked.of_relation = relation->second.skip_failed_hooks;
    asked.relation_life = relation->second.life;
  }
  return rules::is_skipped(rules::is_teardown_hook(error.hook), error.in_relation, asked);
}

std::string of_subject(const std::string& subject, const std::string& text) {
  return text.empty() ? "" : subject + ": " + text;
}

std::string own_text(const std::optional<Obstacle>& obstacle) {
  if (!obstacle)
    return "";
  const std::string ending = cancelling(obstacle->tasks);
  return ending.empty() ? obstacle->text
                        : obstacle->text + ": " + ending
                            + (obstacle->tasks.size() == 1 ? " ends it" : " ends them");
}

std::optional<Obstacle> task_obstacle(std::optional<HoldingTasks> held) {
  if (!held)
    return std::nullopt;
  return Obstacle{Obstacle::Kind::TaskOpen, std::move(held->text), held->since,
                  std::move(held->cancellable)};
}

} // namespace

std::optional<Obstacle> unit_obstacle(const Index& index, const store::Unit& unit) {
  const store::Machine* machine = machine_of(index, unit);
  if (machine != nullptr && machine->status.value == "down")
    return Obstacle{
      Obstacle::Kind::MachineDown,
      with_words("machine " + std::to_string(machine->id) + " is down", machine->status.message),
      machine->status.since};
  if (unit.life == store::Life::Dead)
    return removal_obstacle(index, unit);
  const store::UnitStatus* status = index.status_of(unit.name);
  const bool fails = status != nullptr && !status->error.hook.empty();
  if (fails && unit.resolved == store::Resolved::None && !is_skipped(index, unit, status->error))
    return Obstacle{Obstacle::Kind::HookFailed,
                    status->error.program_ended ? "a program has ended, and start is to run again"
                                                : what_failed(status->error),
                    status->agent.since};
  if (auto gone = agent_obstacle(status, "its agent"))
    return gone;
  if (auto debugged = debug_obstacle(status))
    return debugged;
  return task_obstacle(tasks_before(index, unit));
}

namespace {

std::optional<Obstacle> release_obstacle(const store::Machine& machine) {
  // What was said before it was Dead is of provisioning, and does not matter any more.
  const bool said_since = machine.status.since >= machine.turn.since;
  if (machine.life != store::Life::Dead || machine.status.value != "error" || !said_since)
    return std::nullopt;
  return Obstacle{
    Obstacle::Kind::NotReleased,
    with_words("instance " + machine.instance + " is not released", machine.status.message),
    machine.status.since};
}

} // namespace

std::optional<Obstacle> machine_obstacle(const Index& index, const store::Machine& machine) {
  if (auto obstacle = release_obstacle(machine))
    return obstacle;
  return task_obstacle(tasks_before(index, machine));
}

std::string first_obstacle(const Index& index, const store::Unit& unit) {
  if (auto own = own_text(unit_obstacle(index, unit)); !own.empty())
    return own;
  for (const store::Unit* subordinate : index.subordinates_of(unit.name))
    if (auto text = own_text(unit_obstacle(index, *subordinate)); !text.empty())
      return of_subject("subordinate " + subordinate->name, text);
  return "";
}

std::string first_obstacle(const Index& index, const store::Machine& machine) {
  for (const store::Unit* unit : index.principals_on(machine.id))
    if (auto text = first_obstacle(index, *unit); !text.empty())
      return of_subject("unit " + unit->name, text);
  return own_text(machine_obstacle(index, machine));
}

std::string first_obstacle(const Index& index, const store::Relation& relation) {
  for (const store::Scope* scope : index.scopes_in(relation.id)) {
    const auto unit = index.contents().units.find(scope->unit);
    if (unit == index.contents().units.end())
      continue;
    if (auto text = own_text(unit_obstacle(index, unit->second)); !text.empty())
      return of_subject("unit " + scope->unit, text);
  }
  return "";
}

std::string first_obstacle(const Index& index, const store::Application& application) {
  for (const store::Unit* unit : index.units_of(application.name))
    if (auto text = first_obstacle(index, *unit); !text.empty())
      return of_subject("unit " + unit->name, text);
  for (const store::Relation* relation : index.relations_of(application.name))
    if (auto text = first_obstacle(index, *relation); !text.empty())
      return text;
  return "";
}

} // namespace orrery::render

#include "cmd/views/render/holding_tasks.hpp"

#include "actors/rules/wording.hpp"

#include <algorithm>

namespace orrery::render {
namespace {

using store::TaskStatus;

bool is_begun(const store::Task* task) {
  return task->status != TaskStatus::Pending;
}

const store::Operation* operation_of(const store::Contents& contents, const store::Task& task) {
  const auto found = contents.operations.find(task.operation);
  return found == contents.operations.end() ? nullptr : &found->second;
}

/// Which turn a unit's task waits for (A11).
std::string turn_words(const Index& index, const store::Unit& unit, const store::Task& task) {
  const store::Operation* operation = operation_of(index.contents(), task);
  if (operation == nullptr || (operation->parallel && operation->group.empty()))
    return " waits to run";
  return " waits for its turn"
         + (operation->group.empty() ? "" : " in execution group " + operation->group)
         + (unit.assigned ? " on machine " + std::to_string(unit.machine) : "");
}

HoldingTasks held_by(const store::Task& task, std::string text) {
  HoldingTasks held{std::move(text), {}, is_begun(&task) ? task.started : task.enqueued};
  if (task.status != TaskStatus::Aborting)
    held.cancellable.push_back(task.id);
  return held;
}

HoldingTasks held_by_running(const Index& index, const store::Task& task) {
  return held_by(task, title_of(index.contents(), task)
                         + (task.status == TaskStatus::Aborting ? " is being cancelled" : " runs"));
}

/// Whether the unit's agent has hooks to run before the unit, or its part in a relation, goes: its
/// charm is installed, and it does not wait for its subordinates alone, behind its last hook.
bool has_hooks_left(const Index& index, const store::Unit& unit) {
  const store::UnitStatus* status = index.status_of(unit.name);
  if (status == nullptr || status->workflow.empty() || status->workflow == "new")
    return false;
  const Index::Scopes& scopes = index.scopes_of(unit.name);
  if (unit.life == store::Life::Dying)
    return status->workflow == "running" || !scopes.empty()
           || index.subordinates_of(unit.name).empty();
  return std::any_of(scopes.begin(), scopes.end(), [&](const store::Scope* scope) {
    const auto relation = index.contents().relations.find(scope->relation);
    return relation != index.contents().relations.end()
           && relation->second.life != store::Life::Alive;
  });
}

/// Finds another unit's task that has the turn for which the unit's hooks wait.
const store::Task* task_ahead(const Index& index, const store::Unit& unit) {
  if (!unit.assigned || index.status_of(unit.name)->agent.value == "executing")
    return nullptr;
  return index.tasks().in_turn_of_hooks(unit.machine);
}

/// Whether commands begin there, so that those that wait hold the machine, too.
bool is_up(const store::Machine& machine) {
  return !machine.instance.empty() && machine.status.value != "down";
}

} // namespace

std::string title_of(const store::Contents& contents, const store::Task& task) {
  const store::Operation* operation = operation_of(contents, task);
  return rules::task_title(task.id, operation == nullptr ? "" : operation->action);
}

std::string cancelling(const std::vector<store::TaskId>& tasks) {
  std::string words = tasks.empty() ? "" : "cancel-task";
  for (const store::TaskId task : tasks)
    words += " " + std::to_string(task);
  return words;
}

std::optional<HoldingTasks> tasks_before(const Index& index, const store::Unit& unit) {
  if (index.contents().tasks.empty() || unit.life == store::Life::Dead)
    return std::nullopt;
  const TaskIndex::Tasks& own = index.tasks().of_unit(unit.name);
  const auto begun = std::find_if(own.begin(), own.end(), is_begun);
  if (begun != own.end())
    return held_by_running(index, **begun);
  if (!has_hooks_left(index, unit))
    return std::nullopt;
  if (!own.empty() && unit.life == store::Life::Dying) // A15
    return held_by(*own.front(), title_of(index.contents(), *own.front())
                                   + turn_words(index, unit, *own.front()));
  if (const store::Task* ahead = task_ahead(index, unit))
    return held_by(*ahead, "its hooks wait for " + title_of(index.contents(), *ahead) + " of "
                             + ahead->unit + ", on the same machine");
  return std::nullopt;
}

std::optional<HoldingTasks> tasks_before(const Index& index, const store::Machine& machine) {
  if (index.contents().tasks.empty() || machine.life != store::Life::Dying)
    return std::nullopt;
  TaskIndex::Tasks holding;
  for (const store::Task* task : index.tasks().on_machine(machine.id)) // A60
    if (is_begun(task) || is_up(machine))
      holding.push_back(task);
  if (holding.empty())
    return std::nullopt;
  if (holding.size() == 1)
    return held_by_running(index, *holding.front());
  HoldingTasks held{"tasks", {}, holding.front()->started};
  const std::size_t named = std::min(holding.size(), HoldingTasks::most_named);
  for (std::size_t i = 0; i < named; ++i) {
    held.text += (i > 0 ? ", " : " ") + std::to_string(holding[i]->id);
    if (holding[i]->status != TaskStatus::Aborting)
      held.cancellable.push_back(holding[i]->id);
  }
  held.text += holding.size() > named ? " and more (commands) run" : " (commands) run";
  return held;
}

} // namespace orrery::render

#include "actors/foretell/dry_run.hpp"
#include "actors/rules/wording.hpp"
#include "store/keys.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace orrery::foretell {

namespace {

using rules::DryModel;
using rules::Who;
using store::Task;
using store::TaskStatus;

/// Nothing where the receiver is gone.
std::optional<Who> receiver_of(const DryModel& model, const Task& task) {
  const rules::States& states = model.states();
  if (task.unit.empty())
    return states.machines.contains(task.machine) ? std::optional(rules::machine(task.machine))
                                                  : std::nullopt;
  const auto unit = states.units.find(task.unit);
  return unit == states.units.end() ? std::nullopt : std::optional(rules::who(unit->second.record));
}

std::string why_kept(const DryModel& model, const Task& task) {
  const auto operation = model.contents().operations.find(task.operation);
  const std::string title = rules::task_title(
    task.id, operation == model.contents().operations.end() ? "" : operation->second.action);
  if (task.status == TaskStatus::Aborting)
    return fmt::format("goes behind {}, which is being cancelled", title);
  return fmt::format("goes behind {}, which {}: cancel-task {} ends it", title,
                     task.status == TaskStatus::Running ? "runs" : "waits", task.id);
}

bool is_there(const DryModel& model, const Who& who) {
  const rules::States& states = model.states();
  if (who.rank == rules::Rank::Machine) {
    const auto machine = states.machines.find(who.id);
    return machine != states.machines.end() && machine->second.record.life == store::Life::Alive;
  }
  const auto unit = states.units.find(who.name);
  return unit != states.units.end() && unit->second.record.life == store::Life::Alive;
}

/// Whether tasks that have not begun hold the unit (A12) or the machine up.
bool runs_tasks(const DryModel& model, const Task& task) {
  const rules::States& states = model.states();
  if (task.unit.empty()) {
    const store::Machine& machine = states.machines.at(task.machine).record;
    return !machine.instance.empty() && machine.status.value != "down";
  }
  const std::string workflow = states.units.at(task.unit).status.unpack().workflow;
  return !workflow.empty() && workflow != "new";
}

/// Force goes past tasks (A17).
bool is_forced(const DryModel& model, const store::EntityRef& entity) {
  return model.contents().forces.contains(store::force_key(entity));
}

bool is_forced(const DryModel& model, const Task& task) {
  if (task.unit.empty())
    return is_forced(model, store::machine_ref(task.machine));
  const store::Unit& unit = model.states().units.at(task.unit).record;
  return is_forced(model, store::unit_ref(unit.name))
         || is_forced(model, store::application_ref(unit.application))
         || (!unit.principal.empty() && is_forced(model, store::unit_ref(unit.principal)))
         || (unit.assigned && is_forced(model, store::machine_ref(unit.machine)));
}

} // namespace

OpenTasksBefore::OpenTasksBefore(const DryModel& model) {
  for (const auto& [id, task] : model.contents().tasks) {
    const auto who = receiver_of(model, task);
    const bool runs = task.status != TaskStatus::Pending;
    if (!who || (!runs && !runs_tasks(model, task)) || is_forced(model, task))
      continue;
    Kept kept{*who, rules::shown(model.contents(), *who), why_kept(model, task), runs, {}};
    if (runs && !task.unit.empty()) {
      for (const store::RelationId scope : model.states().units.at(task.unit).scopes)
        if (!is_forced(model, store::relation_ref(scope)))
          kept.scopes.push_back(scope);
    }
    kept_.push_back(std::move(kept));
  }
}

std::vector<DryWait> OpenTasksBefore::waits_in(const DryModel& settled) const {
  std::vector<DryWait> waits;
  for (const Kept& kept : kept_) {
    const bool leaves =
      std::any_of(kept.scopes.begin(), kept.scopes.end(),
                  [&](store::RelationId id) { return !settled.states().relations.contains(id); });
    if (leaves || !is_there(settled, kept.who))
      waits.push_back({kept.who, kept.name, kept.why});
  }
  return waits;
}

} // namespace orrery::foretell

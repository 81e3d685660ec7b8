#include "actors/agents/stored_for_hooks.hpp"

#include "actors/agents/stored_records.hpp"

namespace orrery::agents {

namespace {

/// Units of an application that are not Dead (GS2); subordinates on the same principal only.
hooks::GoalStatuses
units_of(StoredRecords& records, const std::string& application, const std::string& principal) {
  hooks::GoalStatuses units;
  records.each<store::Unit>(store::unit_key(application + "/"), [&](const store::Unit& unit) {
    const bool elsewhere = !unit.principal.empty() && unit.principal != principal;
    if (unit.life == store::Life::Dead || elsewhere)
      return;
    const auto status = records.get<store::UnitStatus>(store::unit_status_key(unit.name));
    hooks::GoalStatus& goal = units[unit.name];
    if (status)
      goal = {status->error.hook.empty() ? status->workload.value : "error",
              status->workload.since};
    if (unit.life == store::Life::Dying)
      goal.status = "dying";
  });
  return units;
}

/// Under the unit's own endpoints only (GS4); peers are left out (GS3).
hooks::Goal read_goal(StoredRecords& records, const hooks::HookSight& sight) {
  const std::string principal = sight.principal.empty() ? sight.unit : sight.principal;
  hooks::Goal goal;
  goal.units = units_of(records, sight.application, principal);
  for (const store::RelationId id : sight.wanted_relations) {
    const auto relation = records.get<store::Relation>(store::relation_key(id));
    if (!relation || relation->ends.size() < 2)
      continue;
    const bool first = relation->ends.front().application == sight.application;
    const store::RelationEnd& own = relation->ends[first ? 0 : 1];
    const store::RelationEnd& other = relation->ends[first ? 1 : 0];
    hooks::GoalStatuses& side = goal.relations[own.endpoint];
    side[other.application] = {std::string(store::to_string(relation->status)),
                               relation->turn.since};
    side.merge(units_of(records, other.application, principal));
  }
  return goal;
}

/// Statuses of all units of an application.
hooks::Workloads statuses_of(StoredRecords& records, const std::string& application) {
  hooks::Workloads statuses;
  records.each<store::UnitStatus>(
    store::unit_status_key(application + "/"),
    [&](const store::UnitStatus& status) { statuses[status.unit] = status.workload; });
  return statuses;
}

/// Resources of an application that were uploaded and its charm declares.
std::map<std::string, hooks::ResourceSight> resources_of(StoredRecords& records,
                                                         const std::string& name) {
  std::map<std::string, hooks::ResourceSight> seen;
  const auto application = records.get<store::Application>(store::application_key(name));
  const auto uploaded = records.get<store::Resources>(store::resources_key(name));
  if (!application || !uploaded)
    return seen;
  if (const auto charm = records.get<store::Charm>(store::charm_key(application->charm)))
    for (const auto& [resource, bytes] : uploaded->all)
      if (const auto declared = charm->resources.find(resource); declared != charm->resources.end())
        seen[resource] = {declared->second.filename, bytes};
  return seen;
}

} // namespace

std::string read_stored(const store::Database* model,
                        const hooks::HookSight& sight,
                        hooks::NeedStored needed,
                        hooks::HookState& state) {
  if (model == nullptr)
    return "the model's store cannot be read here";
  const auto snapshot = model->snapshot();
  StoredRecords records(*snapshot);
  switch (needed) {
  case hooks::NeedStored::Kept: {
    auto kept = records.get<store::CharmState>(store::charm_state_key(sight.unit));
    state.kept = kept ? std::move(kept->values) : store::Settings{};
    break;
  }
  case hooks::NeedStored::Goal:
    state.goal = read_goal(records, sight);
    break;
  case hooks::NeedStored::Trusted: {
    const auto own = records.get<store::Application>(store::application_key(sight.application));
    state.trusted = own && own->trusted;
    break;
  }
  case hooks::NeedStored::StatusesOfUnits:
    state.unit_statuses = statuses_of(records, sight.application);
    break;
  case hooks::NeedStored::Resources:
    state.resources = resources_of(records, sight.application);
    break;
  }
  if (records.fault().empty())
    return {};
  if (needed == hooks::NeedStored::Kept)
    state.kept.reset(); // not known yet
  return "cannot read the model: " + records.fault();
}

} // namespace orrery::agents

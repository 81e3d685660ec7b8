#include "actors/rules/unit.hpp"

#include "actors/rules/force.hpp"
#include "actors/rules/resources.hpp"
#include "actors/rules/step_cases.hpp"
#include "actors/rules/unit_charms.hpp"
#include "actors/rules/unit_reports.hpp"
#include "actors/rules/workload_words.hpp"

#include <fmt/format.h>

namespace orrery::rules {

namespace {

/// Whoever holds the unit hears of its life: a subordinate's principal (B3), a principal's machine
/// (M9).
void tell_holder(Decision& decision, const store::Unit& unit_record) {
  if (!unit_record.principal.empty())
    decision.visits.push_back({unit(unit_record.principal, false), Witness{}});
  else if (unit_record.assigned)
    decision.visits.push_back({machine(unit_record.machine), Witness{}});
}

Decision turn_to(const UnitState& unit, store::Life life, const Context& context) {
  store::Unit turned = unit.record;
  turned.life = life;
  turned.turn = {context.now, context.cause};
  Decision decision;
  decision.writes.push_back(put(turned));
  if (!turned.principal.empty())
    tell_holder(decision, turned);
  return decision;
}

/// The storage that it has follows (ST25).
Decision turn_dying(const UnitState& unit, bool destroys, const Context& context) {
  Decision decision = turn_to(unit, store::Life::Dying, context);
  let_go_of_storage(decision, unit, destroys, context);
  return decision;
}

/// U10, B4. Whether its data goes with it, the application knows, which may be going, too (ST44).
Decision set_unit_dying(const UnitState& unit, const Context& context) {
  if (unit.record.life != store::Life::Alive)
    return nothing();
  Decision decision = turn_dying(unit, false, context);
  DieWith with{unit.record.name, {}};
  for (const auto& [key, held] : unit.storages())
    if (held.storage.life == store::Life::Alive)
      with.storages.push_back(held.storage);
  if (!with.storages.empty())
    decision.visits.push_back({application(unit.record.application), std::move(with)});
  return decision;
}

/// Dying, and what is asked beyond it: for a unit of any life.
Decision remove_with(const UnitState& unit, const protocol::Removal& how, const Context& context) {
  Decision decision;
  if (unit.record.life == store::Life::Alive)
    decision = turn_dying(unit, how.destroy_storage, context); // U3
  else if (how.destroy_storage)
    destroy_storage(decision, unit, context);
  if (how.skip_failed_hooks && !unit.record.skip_failed_hooks) {
    if (unit.record.life != store::Life::Alive)
      decision.writes.insert(decision.writes.begin(), put(unit.record));
    std::get<store::Unit>(decision.writes.front().record).skip_failed_hooks = true;
  }
  add_force(decision, unit.force, force_on(store::EntityKind::Unit, 0, unit.record.name), how,
            context);                                    // F1
  return decision.writes.empty() ? nothing() : decision; // L3
}

Decision remove_unit(const UnitState& unit, const protocol::Removal& how, const Context& context) {
  if (unit.record.life == store::Life::Alive && !unit.record.principal.empty())
    return refuse(
      protocol::Code::IsSubordinate,
      fmt::format(
        "unit {0} is a subordinate of {1}: it goes with {1}, or with the relation between "
        "their applications (remove-relation)",
        unit.record.name, unit.record.principal));
  return remove_with(unit, how, context);
}

Decision set_dead(const UnitState& unit, const Context& context) {
  if (unit.record.life == store::Life::Dead)
    return nothing();
  if (!unit.subordinates.empty())
    return refuse(protocol::Code::HasSubordinates,
                  fmt::format("unit {} still has subordinate {}", unit.record.name,
                              unit.subordinates.begin()->first));
  if (!unit.scopes.empty())
    return refuse(protocol::Code::InScope, fmt::format("unit {} is still in scope of relation {}",
                                                       unit.record.name, *unit.scopes.begin()));
  Decision decision = turn_to(unit, store::Life::Dead, context); // U5
  if (const HeldStorage* held = end_unplaced_storage(decision, unit))
    return refuse(protocol::Code::HasStorage,
                  fmt::format("unit {} still has storage {}", unit.record.name,
                              held->attachment.storage)); // ST16
  return decision;
}

/// Tells those whose secrets the unit has read that it is gone (SE36); its own application hears of
/// that anyway.
void release_secrets(Decision& decision, const UnitState& unit) {
  for (const std::string& owner : unit.holdings().secret_owners)
    if (owner != unit.record.application)
      decision.visits.push_back({holder_of_secrets(owner), ReleaseSecrets{}});
}

/// U9, with the sweep of U4.
Decision delete_unit(const UnitState& unit) {
  if (unit.record.life != store::Life::Dead) // U8
    return refuse(protocol::Code::NotDead,
                  fmt::format("unit {} is {}, only a Dead unit can be deleted", unit.record.name,
                              store::to_string(unit.record.life)));
  Decision decision;
  decision.writes.push_back(erase(unit.record));
  decision.writes.push_back(erase(unit.status.unpack()));
  if (unit.keeps)
    decision.writes.push_back(erase(store::CharmState{unit.record.name, {}})); // CS4
  if (const auto& used = unit.holdings().resources; !used.owner.empty())
    decision.writes.push_back(erase(used)); // RS13
  drop_force(decision, unit.force);
  cancel_with_receiver(decision, unit.tasks, "unit removed"); // A15
  tell_holder(decision, unit.record);
  release_secrets(decision, unit);
  for (const store::RelationId scope : unit.scopes)
    decision.visits.push_back({relation(scope), ReleaseScope{unit.record.name}});
  decision.visits.push_back(
    {application(unit.record.application), Release{{}, unit.record.name, unit.record.charm}});
  return decision;
}

Decision enter_scope(const UnitState& unit, const protocol::EnterScope& enter) {
  if (unit.scopes.contains(enter.relation))
    return nothing(); // S1: where it already is, nothing changes, whatever is Alive
  if (unit.record.life != store::Life::Alive)
    return refuse(protocol::Code::CannotEnterScope,
                  fmt::format("unit {} is {} and enters no scope", unit.record.name,
                              store::to_string(unit.record.life)));
  Decision decision;
  decision.visits.push_back(
    {relation(enter.relation),
     AdmitUnit{unit.record.name, unit.record.application, unit.record.principal,
               unit.record.assigned, unit.record.machine, unit.subordinates, enter.settings,
               enter.leads}});
  return decision;
}

Decision leave_scope(const UnitState& unit, const protocol::LeaveScope& leave) {
  if (!unit.scopes.contains(leave.relation))
    return nothing();
  Decision decision;
  decision.visits.push_back({relation(leave.relation), ReleaseScope{unit.record.name}});
  return decision;
}

Decision assert_alive(const UnitState& unit) {
  if (unit.record.life == store::Life::Alive)
    return proceed();
  return refuse(protocol::Code::NotAlive,
                fmt::format("unit {} is {}", unit.record.name, store::to_string(unit.record.life)));
}

/// A9, A21
Decision take_task(const UnitState& unit, const TakeTask& task) {
  if (unit.record.life == store::Life::Dead)
    return refuse(protocol::Code::NotFound,
                  fmt::format("unit \"{}\" not found or dead", unit.record.name));
  if (!task.charm.empty() && task.charm != unit.record.charm)
    return refuse(protocol::Code::Contention,
                  fmt::format("unit {} has another charm by now: try again", unit.record.name));
  return proceed();
}

Decision
carry_out(const UnitState& unit, const protocol::Command& command, const Context& context) {
  if (const auto* removal = std::get_if<protocol::RemoveUnit>(&command))
    return remove_unit(unit, removal->how, context);
  if (std::holds_alternative<protocol::ForceRemoval>(command))
    return remove_with(unit, at_once(), context);
  if (std::holds_alternative<protocol::SetUnitDying>(command))
    return set_unit_dying(unit, context);
  if (std::holds_alternative<protocol::SetUnitDead>(command))
    return set_dead(unit, context);
  if (std::holds_alternative<protocol::DeleteUnit>(command))
    return delete_unit(unit);
  if (const auto* enter = std::get_if<protocol::EnterScope>(&command))
    return enter_scope(unit, *enter);
  if (const auto* leave = std::get_if<protocol::LeaveScope>(&command))
    return leave_scope(unit, *leave);
  if (const auto* charm = std::get_if<protocol::SetUnitCharm>(&command))
    return set_charm(unit, *charm);
  if (auto storage = change_storage(unit, command, context))
    return std::move(*storage);
  if (const auto* used = std::get_if<protocol::UseResource>(&command))
    return use_resource(unit, *used);
  return report(unit, command, context);
}

} // namespace

store::UnitStatus first_status(const std::string& unit, store::Milliseconds now) {
  store::UnitStatus status;
  status.unit = unit;
  status.workload = {"waiting", waiting_for_machine, now};
  status.agent = {"allocating", "", now};
  status.workflow = "new";
  return status;
}

Decision decide(const UnitState& unit, const Step& step, const Context& context) {
  if (unit.gone && !std::holds_alternative<LoseScope>(step))
    return refuse(protocol::Code::NotFound, fmt::format("unit \"{}\" not found", unit.record.name));
  const Cases cases{
    [](const LoseScope&) { return proceed(); }, // one that is gone is in no scope
    [](const Witness&) { return proceed(); },
    [&](const AssertAlive&) { return assert_alive(unit); },
    [&](const TakeTask& task) { return take_task(unit, task); },
    [&](const protocol::Command& command) { return carry_out(unit, command, context); },
  };
  return decide_by<UnitSteps>(cases, step);
}

namespace {

bool absorb_own(UnitState& unit, const store::Unit& record, bool deleted) {
  if (deleted)
    unit.gone = true;
  else
    unit.record = record;
  return true;
}

bool absorb_subordinate(UnitState& unit, const store::Unit& record, bool deleted) {
  if (deleted)
    return unit.subordinates.erase(record.name) > 0;
  unit.subordinates[record.name] = record.life;
  return true;
}

void absorb_reading(UnitState& unit, const store::SecretConsumer& read, bool deleted) {
  if (deleted) {
    if (unit.held)
      unit.held->secret_labels.erase(read);
    return;
  }
  if (!unit.held)
    unit.held = UnitHoldings{};
  unit.held->secret_owners.emplace(store::owning_application(read.owner));
  unit.held->secret_labels.put(read);
}

} // namespace

bool absorb(UnitState& unit, const Write& write) {
  absorb_force(unit.force, store::EntityKind::Unit, 0, unit.record.name, write);
  if (const auto* record = std::get_if<store::Unit>(&write.record)) {
    if (record->name == unit.record.name)
      return absorb_own(unit, *record, write.deleted);
    return record->principal == unit.record.name
           && absorb_subordinate(unit, *record, write.deleted);
  }
  if (const auto* scope = std::get_if<store::Scope>(&write.record);
      scope != nullptr && scope->unit == unit.record.name) {
    return write.deleted ? unit.scopes.erase(scope->relation) > 0
                         : unit.scopes.insert(scope->relation).second;
  }
  if (absorb_storage(unit, write))
    return true;
  if (const auto* task = std::get_if<store::Task>(&write.record);
      task != nullptr && task->unit == unit.record.name)
    return absorb_task(unit.tasks, *task, write.deleted);
  if (const auto* read = std::get_if<store::SecretConsumer>(&write.record);
      read != nullptr && read->unit == unit.record.name)
    absorb_reading(unit, *read, write.deleted);
  if (const auto* grant = std::get_if<store::SecretGrant>(&write.record);
      grant != nullptr && grant->subject == unit.record.name && !write.deleted) {
    if (!unit.held)
      unit.held = UnitHoldings{};
    unit.held->secret_owners.emplace(store::owning_application(grant->owner));
  }
  if (const auto* kept = std::get_if<store::CharmState>(&write.record);
      kept != nullptr && kept->unit == unit.record.name)
    unit.keeps = !write.deleted;
  if (const auto* used = std::get_if<store::Resources>(&write.record);
      used != nullptr && used->owner == unit.record.name && !write.deleted) {
    if (!unit.held)
      unit.held = UnitHoldings{};
    unit.held->resources = *used;
  }
  if (const auto* status = std::get_if<store::UnitStatus>(&write.record);
      status != nullptr && status->unit == unit.record.name && !write.deleted)
    unit.status = *status;
  return false; // statuses are for people: agents do not wait for them
}

} // namespace orrery::rules

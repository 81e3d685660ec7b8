#include "actors/rules/states.hpp"

#include "store/in_order.hpp"

namespace orrery::rules {

MachineState first_state(const store::Machine& record) {
  MachineState state;
  state.record = record;
  return state;
}

UnitState first_state(const store::Unit& record) {
  UnitState state;
  state.record = record;
  return state;
}

ApplicationState first_state(const store::Application& record,
                             std::shared_ptr<const store::Charm> charm) {
  ApplicationState state;
  state.record = record;
  state.config.application = record.name;
  state.charm = std::move(charm);
  return state;
}

RelationState first_state(const store::Relation& record) {
  RelationState state;
  state.record = record;
  return state;
}

OperationState first_state(const store::Operation& record) {
  OperationState state;
  state.record = record;
  return state;
}

namespace {

template <class Map, class Key, class Record>
void tell(store::InOrder<Map>& states, const Key& key, const Record& record) {
  if (auto* const state = states.find(key))
    absorb(*state, put(record));
}

template <class Map, class Records, class First>
void begin_each(Map& states, const Records& records, const First& first) {
  for (const auto& [key, record] : records)
    states.emplace_hint(states.end(), key, first(record));
}

States own_records(const store::Contents& contents, const FindCharm& find_charm) {
  States states;
  const auto first = [](const auto& record) { return first_state(record); };
  begin_each(states.machines, contents.machines, first);
  begin_each(states.units, contents.units, first);
  begin_each(states.applications, contents.applications, [&](const store::Application& record) {
    return first_state(record, find_charm(record.charm));
  });
  begin_each(states.relations, contents.relations, first);
  begin_each(states.operations, contents.operations, first);
  return states;
}

void tell_holders(States& states, const store::Contents& contents) {
  store::InOrder principals(states.units);
  store::InOrder machines(states.machines);
  for (const auto& [name, unit] : contents.units)
    if (!unit.principal.empty())
      tell(principals, unit.principal, unit);
    else if (unit.assigned)
      tell(machines, unit.machine, unit);
}

/// Takes in records that are kept under their holder's own name.
template <class Map, class Records>
void tell_each(Map& states, const Records& records) {
  store::InOrder holders(states);
  for (const auto& [name, record] : records)
    tell(holders, name, record);
}

void tell_relations(States& states, const store::Contents& contents) {
  store::InOrder applications(states.applications);
  store::InOrder relations(states.relations);
  store::InOrder units(states.units);
  for (const auto& [id, relation] : contents.relations)
    for (const store::RelationEnd& end : relation.ends)
      tell(applications, end.application, relation);
  for (const auto& [key, bag] : contents.bags)
    tell(relations, key.first, bag);
  for (const auto& [key, scope] : contents.scopes) {
    tell(relations, key.first, scope);
    tell(units, scope.unit, scope);
  }
}

void tell_forced(States& states, const store::Contents& contents) {
  store::InOrder machines(states.machines);
  store::InOrder relations(states.relations);
  store::InOrder units(states.units);
  store::InOrder applications(states.applications);
  for (const auto& [key, force] : contents.forces) {
    tell(machines, force.id, force);
    tell(relations, force.id, force);
    tell(units, force.name, force);
    tell(applications, force.name, force);
  }
}

void tell_tasks(States& states, const store::Contents& contents) {
  store::InOrder operations(states.operations);
  for (const auto& [id, task] : contents.tasks) {
    tell(operations, task.operation, task);
    if (const auto unit = states.units.find(task.unit); unit != states.units.end())
      absorb(unit->second, put(task));
    else if (const auto machine = states.machines.find(task.machine);
             task.unit.empty() && machine != states.machines.end())
      absorb(machine->second, put(task));
  }
}

void tell_storage(States& states, const store::Contents& contents) {
  for (const auto& [id, storage] : contents.storages)
    if (const auto unit = states.units.find(storage.unit); unit != states.units.end())
      absorb(unit->second, put(storage));
    else if (storage.unit.empty())
      absorb(states.model, put(storage));
  for (const auto& [id, attachment] : contents.attachments)
    if (const auto unit = states.units.find(attachment.unit); unit != states.units.end())
      absorb(unit->second, put(attachment));
}

/// Secrets, then who reads them: what is known of a secret goes with it.
void tell_secrets(States& states, const store::Contents& contents) {
  const auto tell_owner = [&](const auto& record) {
    const std::string owner(store::owning_application(record.owner));
    if (owner.empty())
      absorb(states.model, put(record));
    else if (const auto found = states.applications.find(owner); found != states.applications.end())
      absorb(found->second, put(record));
  };
  for (const auto& [id, secret] : contents.secrets)
    tell_owner(secret);
  for (const auto& [key, grant] : contents.secret_grants) {
    tell_owner(grant);
    if (const auto found = states.units.find(grant.subject); found != states.units.end())
      absorb(found->second, put(grant));
  }
  store::InOrder units(states.units);
  for (const auto& [key, consumer] : contents.secret_consumers) {
    tell_owner(consumer);
    tell(units, consumer.unit, consumer);
  }
  for (const auto& [key, hook] : contents.secret_hooks)
    tell_owner(hook);
}

void tell_model(ModelState& model, const store::Contents& contents) {
  model.record = contents.model;
  model.config = contents.model_config;
  model.defaults = contents.model_defaults;
  for (const auto& [url, charm] : contents.charms)
    absorb(model, put(charm));
  for (const auto& [name, application] : contents.applications)
    absorb(model, put(application));
  for (const auto& [name, sequence] : contents.sequences)
    absorb(model, put(sequence));
  for (const auto& [name, sequence] : contents.charm_sequences)
    absorb(model, put(sequence));
  for (const auto& [uuid, hosted] : contents.hosted_models)
    absorb(model, put(hosted));
  for (const auto& [id, machine] : contents.machines)
    absorb(model, put(machine));
  model.users = contents.users;
  model.grants = contents.grants;
}

} // namespace

States gather(const store::Contents& contents, const FindCharm& find_charm) {
  States states = own_records(contents, find_charm);
  tell_holders(states, contents);
  tell_each(states.units, contents.statuses);
  tell_each(states.units, contents.charm_states);
  tell_each(states.applications, contents.configs);
  tell_each(states.applications, contents.leader_settings);
  tell_each(states.applications, contents.resources);
  tell_each(states.units, contents.resources);
  tell_relations(states, contents);
  tell_forced(states, contents);
  tell_tasks(states, contents);
  tell_storage(states, contents);
  tell_secrets(states, contents);
  tell_model(states.model, contents);
  return states;
}

} // namespace orrery::rules

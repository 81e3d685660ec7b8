#include "actors/rules/states.hpp"

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

namespace {

template <class Map, class Key, class Record>
void tell(Map& states, const Key& key, const Record& record) {
  if (const auto state = states.find(key); state != states.end())
    absorb(state->second, put(record));
}

void tell_holders(States& states, const store::Unit& unit) {
  if (!unit.principal.empty())
    tell(states.units, unit.principal, unit);
  else if (unit.assigned)
    tell(states.machines, unit.machine, unit);
}

States own_records(const store::Contents& contents, const FindCharm& find_charm) {
  States states;
  for (const auto& [id, record] : contents.machines)
    states.machines.emplace(id, first_state(record));
  for (const auto& [name, record] : contents.units)
    states.units.emplace(name, first_state(record));
  for (const auto& [name, record] : contents.applications)
    states.applications.emplace(name, first_state(record, find_charm(record.charm)));
  for (const auto& [id, record] : contents.relations)
    states.relations.emplace(id, first_state(record));
  return states;
}

void tell_relations(States& states, const store::Contents& contents) {
  for (const auto& [id, relation] : contents.relations)
    for (const store::RelationEnd& end : relation.ends)
      tell(states.applications, end.application, relation);
  for (const auto& [key, bag] : contents.bags)
    tell(states.relations, key.first, bag);
  for (const auto& [key, scope] : contents.scopes) {
    tell(states.relations, key.first, scope);
    tell(states.units, scope.unit, scope);
  }
}

void tell_forced(States& states, const store::Contents& contents) {
  for (const auto& [key, force] : contents.forces) {
    tell(states.machines, force.id, force);
    tell(states.relations, force.id, force);
    tell(states.units, force.name, force);
    tell(states.applications, force.name, force);
  }
}

void tell_model(ModelState& model, const store::Contents& contents) {
  model.record = contents.model;
  for (const auto& [url, charm] : contents.charms)
    absorb(model, put(charm));
  for (const auto& [name, application] : contents.applications)
    absorb(model, put(application));
  for (const auto& [name, sequence] : contents.sequences)
    absorb(model, put(sequence));
  for (const auto& [id, machine] : contents.machines)
    absorb(model, put(machine));
}

} // namespace

States gather(const store::Contents& contents, const FindCharm& find_charm) {
  States states = own_records(contents, find_charm);
  for (const auto& [name, unit] : contents.units)
    tell_holders(states, unit);
  for (const auto& [name, status] : contents.statuses)
    tell(states.units, name, status);
  for (const auto& [name, config] : contents.configs)
    tell(states.applications, name, config);
  for (const auto& [name, settings] : contents.leader_settings)
    tell(states.applications, name, settings);
  tell_relations(states, contents);
  tell_forced(states, contents);
  tell_model(states.model, contents);
  return states;
}

} // namespace orrery::rules

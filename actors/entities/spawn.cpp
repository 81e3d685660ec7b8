#include "actors/entities/spawn.hpp"

#include "actors/entities/actors.hpp"

#include <caf/actor_cast.hpp>
#include <caf/actor_system.hpp>

#include <cassert>
#include <type_traits>

namespace orrery::entities {

namespace {

/// Applications need their charm, which may come in the same transaction.
std::shared_ptr<const store::Charm> charm_of(Services& services,
                                             const store::Application& application) {
  auto charm = services.charms.find(application.charm);
  assert(charm != nullptr);
  return charm;
}

template <class Actor, class State>
caf::actor spawn(Services& services, State state) {
  return services.system.spawn<Actor, caf::lazy_init>(std::ref(services), std::move(state));
}

template <class Actor, class State>
void begin(Services& services, const rules::Who& who, State state) {
  services.directory.add(who, spawn<Actor>(services, std::move(state)));
}

/// A new entity's state before it has taken in anything but its own record.
struct Begin {
  Services& services;
  const TokenPtr& token;

  template <class State>
  State with_writes(State state) const {
    for (const rules::Write& write : token->writes)
      rules::absorb(state, write);
    return state;
  }
  /// Held before anybody can find it: what it is asked then comes behind the transaction in the
  /// journal.
  template <class Actor, class State>
  void begin_held(const rules::Who& who, State state) const {
    caf::actor entity = spawn<Actor>(services, with_writes(std::move(state)));
    static_cast<Actor*>(caf::actor_cast<caf::abstract_actor*>(entity))->hold_newborn(token);
    token->holders.push_back(entity);
    services.directory.add(who, std::move(entity));
  }
  void operator()(const store::Machine& record) const {
    begin_held<MachineActor>(rules::machine(record.id), rules::MachineState{record, {}, false});
  }
  void operator()(const store::Unit& record) const {
    begin_held<UnitActor>(rules::who(record), rules::UnitState{record, {}, {}, {}, false});
  }
  void operator()(const store::Application& record) const {
    begin_held<ApplicationActor>(
      rules::application(record.name),
      rules::ApplicationState{record, {record.name, {}}, charm_of(services, record), {}, false});
  }
  void operator()(const store::Relation& record) const {
    begin_held<RelationActor>(rules::relation(record.id),
                              rules::RelationState{record, {}, {}, 0, false});
  }
  template <class Other>
  void operator()(const Other&) const {}
};

} // namespace

void spawn_created(Services& services, const TokenPtr& token) {
  for (const rules::Write& write : token->writes)
    if (const auto* charm = std::get_if<store::Charm>(&write.record);
        charm != nullptr && !write.deleted)
      services.charms.put(*charm);
  for (const rules::Write& write : token->writes)
    if (write.created)
      std::visit(Begin{services, token}, write.record);
}

namespace {

/// Gathers what each entity knows from the records of others.
struct States {
  std::map<store::MachineId, rules::MachineState> machines;
  std::map<std::string, rules::UnitState> units;
  std::map<std::string, rules::ApplicationState> applications;
  std::map<store::RelationId, rules::RelationState> relations;
};

template <class Map, class Key, class Record>
void tell(Map& states, const Key& key, const Record& record) {
  if (const auto state = states.find(key); state != states.end())
    rules::absorb(state->second, rules::put(record));
}

void tell_holders(States& states, const store::Unit& unit) {
  if (!unit.principal.empty())
    tell(states.units, unit.principal, unit);
  else if (unit.assigned)
    tell(states.machines, unit.machine, unit);
}

States own_records(Services& services, const store::Contents& contents) {
  States states;
  for (const auto& [id, record] : contents.machines)
    states.machines.emplace(id, rules::MachineState{record, {}, false});
  for (const auto& [name, record] : contents.units)
    states.units.emplace(name, rules::UnitState{record, {}, {}, {}, false});
  for (const auto& [name, record] : contents.applications)
    states.applications.emplace(
      name, rules::ApplicationState{record, {name, {}}, charm_of(services, record), {}, false});
  for (const auto& [id, record] : contents.relations)
    states.relations.emplace(id, rules::RelationState{record, {}, {}, 0, false});
  return states;
}

States gather(Services& services, const store::Contents& contents) {
  States states = own_records(services, contents);
  for (const auto& [name, unit] : contents.units)
    tell_holders(states, unit);
  for (const auto& [name, status] : contents.statuses)
    tell(states.units, name, status);
  for (const auto& [name, config] : contents.configs)
    tell(states.applications, name, config);
  for (const auto& [id, relation] : contents.relations)
    for (const store::RelationEnd& end : relation.ends)
      tell(states.applications, end.application, relation);
  for (const auto& [key, bag] : contents.bags)
    tell(states.relations, key.first, bag);
  for (const auto& [key, scope] : contents.scopes) {
    tell(states.relations, key.first, scope);
    tell(states.units, scope.unit, scope);
  }
  return states;
}

rules::ModelState model_state(const store::Contents& contents) {
  rules::ModelState state;
  state.record = contents.model;
  for (const auto& [url, charm] : contents.charms)
    rules::absorb(state, rules::put(charm));
  for (const auto& [name, application] : contents.applications)
    rules::absorb(state, rules::put(application));
  for (const auto& [name, sequence] : contents.sequences)
    rules::absorb(state, rules::put(sequence));
  for (const auto& [id, machine] : contents.machines)
    rules::absorb(state, rules::put(machine));
  return state;
}

} // namespace

void spawn_recovered(Services& services, const store::Contents& contents) {
  for (const auto& [url, charm] : contents.charms)
    services.charms.put(charm);
  States states = gather(services, contents);
  for (auto& [id, state] : states.machines)
    begin<MachineActor>(services, rules::machine(id), std::move(state));
  for (auto& [name, state] : states.units) {
    const rules::Who who = rules::who(state.record);
    begin<UnitActor>(services, who, std::move(state));
  }
  for (auto& [name, state] : states.applications)
    begin<ApplicationActor>(services, rules::application(name), std::move(state));
  for (auto& [id, state] : states.relations)
    begin<RelationActor>(services, rules::relation(id), std::move(state));
  begin<ModelActor>(services, rules::model(), model_state(contents));
}

} // namespace orrery::entities

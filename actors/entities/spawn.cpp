#include "actors/entities/spawn.hpp"

#include "actors/entities/actors.hpp"
#include "actors/rules/states.hpp"

#include <caf/actor_cast.hpp>
#include <caf/actor_system.hpp>

#include <cassert>
#include <map>
#include <string>
#include <type_traits>
#include <vector>

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

/// One whose change concerns those units.
template <class Actor, class State>
void begin_observed(Services& services,
                    const rules::Who& who,
                    State state,
                    const std::vector<std::string>& units) {
  caf::actor entity = spawn<Actor>(services, std::move(state));
  static_cast<Actor*>(caf::actor_cast<caf::abstract_actor*>(entity))->tell_from_the_start(units);
  services.directory.add(who, std::move(entity));
}

/// Units whose agents would observe an application, or a principal, by its name; most units concern
/// no other.
using Concerned = std::map<std::string, std::vector<std::string>>;

const std::vector<std::string>& of(const Concerned& concerned, const std::string& name) {
  static const std::vector<std::string> nobody;
  const auto found = concerned.find(name);
  return found == concerned.end() ? nobody : found->second;
}

Concerned concerned_units(const rules::States& states) {
  Concerned concerned;
  auto application = concerned.end();
  for (const auto& [name, state] : states.units) { // those of an application side by side
    if (application == concerned.end() || application->first != state.record.application)
      application = concerned.try_emplace(state.record.application).first;
    application->second.push_back(name);
    if (!state.record.principal.empty())
      concerned[state.record.principal].push_back(name);
  }
  return concerned;
}

/// Each one's place in the map is free for what comes of the next.
template <class Map, class Take>
void take_each(Map& states, const Take& take) {
  while (!states.empty()) {
    auto state = states.extract(states.begin());
    take(state.key(), state.mapped());
  }
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
    begin_held<MachineActor>(rules::machine(record.id), rules::first_state(record));
  }
  void operator()(const store::Unit& record) const {
    begin_held<UnitActor>(rules::who(record), rules::first_state(record));
  }
  void operator()(const store::Application& record) const {
    begin_held<ApplicationActor>(rules::application(record.name),
                                 rules::first_state(record, charm_of(services, record)));
  }
  void operator()(const store::Relation& record) const {
    begin_held<RelationActor>(rules::relation(record.id), rules::first_state(record));
  }
  void operator()(const store::Operation& record) const {
    begin_held<OperationActor>(rules::operation(record.id), rules::first_state(record));
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

void spawn_recovered(Services& services, const store::Contents& contents) {
  for (const auto& [url, charm] : contents.charms)
    services.charms.put(charm);
  services.model_settings.put(contents.model_config);
  rules::States states = rules::gather(
    contents, [&services](const std::string& url) { return services.charms.find(url); });
  const Concerned concerned = concerned_units(states);
  services.directory.expect(rules::Rank::Principal, states.units.size());
  take_each(states.machines, [&](store::MachineId id, rules::MachineState& state) {
    begin<MachineActor>(services, rules::machine(id), std::move(state));
  });
  take_each(states.units, [&](const std::string& name, rules::UnitState& state) {
    const rules::Who who = rules::who(state.record);
    begin_observed<UnitActor>(services, who, std::move(state), of(concerned, name));
  });
  take_each(states.applications, [&](const std::string& name, rules::ApplicationState& state) {
    begin_observed<ApplicationActor>(services, rules::application(name), std::move(state),
                                     of(concerned, name));
  });
  take_each(states.relations, [&](store::RelationId id, rules::RelationState& state) {
    begin<RelationActor>(services, rules::relation(id), std::move(state));
  });
  take_each(states.operations, [&](store::TaskId id, rules::OperationState& state) {
    begin<OperationActor>(services, rules::operation(id), std::move(state));
  });
  begin<ModelActor>(services, rules::model(), std::move(states.model));
}

} // namespace orrery::entities

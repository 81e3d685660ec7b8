#include "test/render/sample_model.hpp"

namespace orrery::test {
namespace {

store::RelationEnd end_of(const std::string& text, store::Role role) {
  const auto colon = text.find(':');
  return {text.substr(0, colon), text.substr(colon + 1), role};
}

} // namespace

SampleModel::SampleModel(const std::string& name) {
  contents.model.name = name;
  contents.model.created = at_ten;
}

SampleModel& SampleModel::machine(store::MachineId id) {
  store::Machine machine;
  machine.id = id;
  machine.turn.since = at_ten;
  machine.instance = "sb-" + std::to_string(id);
  machine.address = "127.0.1." + std::to_string(id + 1);
  machine.status = {"started", "", at_ten};
  contents.machines[id] = machine;
  return *this;
}

SampleModel& SampleModel::application(const std::string& name) {
  store::Application application;
  application.name = name;
  application.turn.since = at_ten;
  application.charm = "local:" + name + "-0";
  contents.applications[name] = application;
  store::Charm charm;
  charm.url = application.charm;
  charm.name = name;
  contents.charms[charm.url] = charm;
  return *this;
}

SampleModel& SampleModel::subordinate(const std::string& name) {
  application(name);
  contents.applications[name].subordinate = true;
  contents.charms["local:" + name + "-0"].subordinate = true;
  return *this;
}

SampleModel& SampleModel::unit(const std::string& name, store::MachineId machine) {
  store::Unit unit;
  unit.name = name;
  unit.application = std::string(store::application_of(name));
  unit.turn.since = at_ten;
  unit.machine = machine;
  unit.charm = "local:" + unit.application + "-0";
  contents.units[name] = unit;
  ++contents.applications[unit.application].unit_count;
  store::UnitStatus status;
  status.unit = name;
  contents.statuses[name] = status;
  return workload(name, "active").agent(name, "idle");
}

SampleModel& SampleModel::unit_below(const std::string& name, const std::string& principal) {
  unit(name, contents.units[principal].machine);
  contents.units[name].principal = principal;
  return *this;
}

SampleModel& SampleModel::workload(const std::string& unit,
                                   const std::string& value,
                                   const std::string& message) {
  contents.statuses[unit].workload = {value, message, at_ten};
  return *this;
}

SampleModel&
SampleModel::agent(const std::string& unit, const std::string& value, const std::string& message) {
  contents.statuses[unit].agent = {value, message, at_ten};
  return *this;
}

SampleModel& SampleModel::open(const std::string& unit,
                               const std::string& protocol,
                               std::uint16_t from,
                               std::uint16_t to) {
  contents.statuses[unit].ports.push_back({protocol, from, to == 0 ? from : to});
  return *this;
}

SampleModel& SampleModel::failed(const std::string& unit, const store::HookError& error) {
  contents.statuses[unit].error = error;
  return *this;
}

SampleModel& SampleModel::leader(const std::string& unit) {
  contents.applications[std::string(store::application_of(unit))].leader = unit;
  return *this;
}

SampleModel& SampleModel::relation(store::RelationId id,
                                   const std::string& requirer,
                                   const std::string& provider,
                                   const std::string& interface,
                                   store::ScopeKind scope) {
  store::Relation relation;
  relation.id = id;
  relation.interface = interface;
  relation.scope = scope;
  relation.turn.since = at_ten;
  if (requirer.empty()) {
    relation.ends = {end_of(provider, store::Role::Peer)};
    relation.key = provider;
  } else {
    relation.ends = {end_of(requirer, store::Role::Requirer),
                     end_of(provider, store::Role::Provider)};
    relation.key = requirer + " " + provider;
  }
  for (const store::RelationEnd& end : relation.ends)
    ++contents.applications[end.application].relation_count;
  contents.relations[id] = relation;
  return *this;
}

SampleModel& SampleModel::in_scope(store::RelationId id, const std::string& unit) {
  store::Scope scope;
  scope.relation = id;
  scope.unit = unit;
  contents.scopes[{id, unit}] = scope;
  ++contents.relations[id].unit_count;
  contents.relations[id].status = store::RelationStatus::Joined;
  return *this;
}

SampleModel&
SampleModel::bag(store::RelationId id, const std::string& owner, const store::Settings& values) {
  contents.bags[{id, owner}] = {id, owner, 1, values};
  return *this;
}

SampleModel& SampleModel::option(const std::string& application,
                                 const std::string& key,
                                 const store::CharmOption& option) {
  contents.charms["local:" + application + "-0"].options[key] = option;
  return *this;
}

SampleModel&
SampleModel::set(const std::string& application, const std::string& key, const std::string& value) {
  contents.configs[application].application = application;
  contents.configs[application].values[key] = value;
  return *this;
}

SampleModel documented_model() {
  SampleModel model;
  model.machine(0).machine(1).application("mysql").subordinate("logging");
  model.unit("mysql/0", 0)
    .leader("mysql/0")
    .open("mysql/0", "tcp", 3306)
    .unit_below("logging/0", "mysql/0");
  model.unit("mysql/1", 1).workload("mysql/1", "waiting", "installing");
  model.agent("mysql/1", "executing", "running install hook");
  model.contents.applications["mysql"].version = "8.0";
  model.contents.applications["mysql"].status = {"active", "", at_ten};
  model.relation(0, "", "mysql:cluster", "mysql-ha");
  model.relation(1, "logging:host", "mysql:juju-info", "juju-info", store::ScopeKind::Container);
  return model.in_scope(0, "mysql/0").in_scope(1, "mysql/0").in_scope(1, "logging/0");
}

} // namespace orrery::test

#include "test/support/world.hpp"

#include "actors/rules/unit_charms.hpp"
#include "store/codec.hpp"

#include <algorithm>
#include <sstream>

namespace orrery::test {

using store::Role;
using store::ScopeKind;

std::string charm_url(std::string_view name) {
  return "local:" + std::string(name) + "-1";
}

World::World() : last_(rules::model()) {
  contents_.model.name = "default";
  contents_.model.uuid = "0b7c6f6e-7a7b-4c54-8b0c-333333333333";
}

World& World::machine(store::MachineId id) {
  contents_.machines[id].id = id;
  contents_.model.next_machine = std::max(contents_.model.next_machine, id + 1);
  last_ = rules::machine(id);
  return *this;
}

World& World::managing() {
  last_machine().manage_model = true;
  return *this;
}

World& World::hosting_nothing() {
  last_machine().host_units = false;
  return *this;
}

World& World::draining() {
  last_machine().draining = true;
  return *this;
}

World& World::started_as(const std::string& status) {
  store::Machine& machine = last_machine();
  machine.instance = "i-" + std::to_string(machine.id);
  machine.address = "10.0.0." + std::to_string(machine.id);
  machine.status = {status, "it burnt down", 7};
  return *this;
}

World& World::abandoned() {
  last_machine().address.clear();
  return *this;
}

World& World::application(const std::string& name) {
  store::Charm charm;
  charm.url = charm_url(name);
  charm.name = name;
  charm.revision = 1;
  contents_.charms[charm.url] = charm;
  store::Application made;
  made.name = name;
  made.uid = contents_.model.next_application++;
  made.charm = charm.url;
  contents_.applications[name] = made;
  contents_.configs[name].application = name;
  last_ = rules::application(name);
  return *this;
}

World& World::subordinate(const std::string& name) {
  application(name);
  last_application().subordinate = true;
  contents_.charms.at(charm_url(name)).subordinate = true;
  return *this;
}

World& World::endpoint(store::CharmEndpoint endpoint) {
  contents_.charms.at(last_application().charm).endpoints.push_back(std::move(endpoint));
  return *this;
}

World& World::requiring(const std::string& name,
                        const std::string& interface,
                        ScopeKind scope,
                        std::uint32_t limit) {
  return endpoint({name, interface, Role::Requirer, scope, limit});
}

World& World::providing(const std::string& name,
                        const std::string& interface,
                        ScopeKind scope,
                        std::uint32_t limit) {
  return endpoint({name, interface, Role::Provider, scope, limit});
}

World& World::peering(const std::string& name, const std::string& interface) {
  return endpoint({name, interface, Role::Peer, ScopeKind::Global, 0});
}

World& World::with_option(const std::string& name, store::OptionType type) {
  contents_.charms.at(last_application().charm).options[name].type = type;
  return *this;
}

World& World::led_by(const std::string& unit) {
  last_application().leader = unit;
  return *this;
}

World& World::refreshed(const std::string& name, std::uint32_t revision) {
  store::Application& application = contents_.applications.at(name);
  store::Charm charm = contents_.charms.at(application.charm);
  charm.revision = revision;
  charm.url = "local:" + charm.name + "-" + std::to_string(revision);
  contents_.charms[charm.url] = charm;
  contents_.charms.erase(rules::give_charm(application, charm.url));
  contents_.charm_sequences[charm.name] = {charm.name, revision + 1};
  last_ = rules::application(name);
  return *this;
}

World& World::unit(const std::string& name) {
  const store::UnitParts parts = store::split_unit(name).value();
  store::Application& application = contents_.applications.at(parts.application);
  ++application.unit_count;
  application.next_unit = std::max(application.next_unit, parts.number + 1);
  store::Unit made;
  made.name = name;
  made.application = parts.application;
  made.assigned = false;
  made.charm = application.charm;
  contents_.units[name] = made;
  contents_.statuses[name] = rules::first_status(name, 0);
  last_ = rules::unit(name, false);
  return *this;
}

World& World::on_machine(store::MachineId id) {
  const rules::Who here = last_;
  if (!contents_.machines.contains(id))
    machine(id);
  last_ = here;
  last_unit().assigned = true;
  last_unit().machine = id;
  return *this;
}

World& World::subordinate_to(const std::string& principal) {
  last_unit().principal = principal;
  last_unit().assigned = contents_.units.at(principal).assigned;
  last_unit().machine = contents_.units.at(principal).machine;
  return *this;
}

World& World::storing(const std::string& name, std::uint32_t least, std::uint32_t most) {
  store::CharmStorage& storage = contents_.charms.at(last_application().charm).storage[name];
  storage.least = least;
  storage.most = most;
  return *this;
}

World& World::free_storage(const std::string& id) {
  const auto parts = store::split_unit(id);
  store::Storage& storage = contents_.storages[id];
  storage.name = parts->application;
  storage.number = parts->number;
  storage.pool = "rootfs";
  storage.size_mib = 1024;
  storage.placed = true;
  contents_.model.next_storage = std::max(contents_.model.next_storage, parts->number + 1);
  return *this;
}

World& World::with_storage(const std::string& id) {
  free_storage(id);
  contents_.storages[id].unit = last_unit().name;
  store::StorageAttachment& attachment = contents_.attachments[id];
  attachment.storage = id;
  attachment.unit = last_unit().name;
  attachment.location = "/" + id;
  attachment.attached = true;
  return *this;
}

World& World::failing(const std::string& hook) {
  contents_.statuses.at(last_.name).error.hook = hook;
  return *this;
}

World& World::relation(const std::string& key, ScopeKind scope) {
  store::Relation made;
  made.id = contents_.model.next_relation++;
  made.key = key;
  made.interface = "any";
  made.scope = scope;
  std::istringstream words(key);
  for (std::string word; words >> word;) {
    const std::size_t colon = word.find(':');
    made.ends.push_back({word.substr(0, colon), word.substr(colon + 1), Role::Provider});
    ++contents_.applications.at(made.ends.back().application).relation_count;
  }
  made.ends.front().role = made.ends.size() == 1 ? Role::Peer : Role::Requirer;
  contents_.relations[made.id] = made;
  last_ = rules::relation(made.id);
  return *this;
}

World& World::entered_by(const std::string& unit, const store::Settings& settings) {
  store::Relation& relation = last_relation();
  ++relation.unit_count;
  const store::Unit& member = contents_.units.at(unit);
  store::Scope scope{
    relation.id, unit, rules::end_of(relation, member.application)->role, {}, false};
  if (relation.scope == ScopeKind::Container)
    scope.container = member.principal.empty() ? unit : member.principal;
  store::insert(contents_, scope);
  store::insert(contents_, store::Bag{relation.id, unit, relation.unit_count, settings});
  return *this;
}

World& World::with_settings_of(const std::string& application, const store::Settings& settings) {
  store::insert(contents_, store::Bag{last_.id, application, 1, settings});
  return *this;
}

World& World::departing(const std::string& unit) {
  contents_.scopes.at({last_.id, unit}).departing = true;
  return *this;
}

World& World::turn_to(store::Life life) {
  if (last_.rank == rules::Rank::Machine)
    last_machine().life = life;
  else if (last_.rank == rules::Rank::Relation)
    last_relation().life = life;
  else if (last_.rank == rules::Rank::Application)
    last_application().life = life;
  else
    last_unit().life = life;
  return *this;
}

World& World::dying() {
  return turn_to(store::Life::Dying);
}

World& World::dead() {
  return turn_to(store::Life::Dead);
}

World& World::formerly(const std::string& application, std::uint32_t next_unit) {
  contents_.sequences[application] = {application, next_unit};
  return *this;
}

rules::MachineState World::machine_state(store::MachineId id) const {
  rules::MachineState state{contents_.machines.at(id), {}, false};
  for (const auto& [name, record] : contents_.units)
    rules::absorb(state, rules::put(record));
  return state;
}

rules::UnitState World::unit_state(const std::string& name) const {
  rules::UnitState state{contents_.units.at(name), contents_.statuses.at(name), {}, {}, false};
  for (const auto& [other, record] : contents_.units)
    if (other != name)
      rules::absorb(state, rules::put(record));
  for (const auto& [key, record] : contents_.scopes)
    rules::absorb(state, rules::put(record));
  for (const auto& [id, record] : contents_.storages)
    rules::absorb(state, rules::put(record));
  for (const auto& [id, record] : contents_.attachments)
    rules::absorb(state, rules::put(record));
  return state;
}

rules::ApplicationState World::application_state(const std::string& name) const {
  const store::Application& record = contents_.applications.at(name);
  rules::ApplicationState state{
    record,
    contents_.configs.at(name),
    std::make_shared<const store::Charm>(contents_.charms.at(record.charm)),
    {},
    false};
  for (const auto& [id, relation] : contents_.relations)
    rules::absorb(state, rules::put(relation));
  return state;
}

rules::RelationState World::relation_state(store::RelationId id) const {
  rules::RelationState state{contents_.relations.at(id), {}, {}, 0, false};
  for (const auto& [key, record] : contents_.bags)
    rules::absorb(state, rules::put(record));
  for (const auto& [key, record] : contents_.scopes)
    rules::absorb(state, rules::put(record));
  return state;
}

rules::ModelState World::model_state() const {
  rules::ModelState state;
  state.record = contents_.model;
  for (const auto& [url, record] : contents_.charms)
    rules::absorb(state, rules::put(record));
  for (const auto& [name, record] : contents_.applications)
    rules::absorb(state, rules::put(record));
  for (const auto& [name, record] : contents_.sequences)
    rules::absorb(state, rules::put(record));
  for (const auto& [name, record] : contents_.charm_sequences)
    rules::absorb(state, rules::put(record));
  for (const auto& [id, record] : contents_.storages)
    if (record.unit.empty())
      rules::absorb(state, rules::put(record));
  for (const auto& [id, record] : contents_.machines)
    rules::absorb(state, rules::put(record));
  return state;
}

namespace {

template <class Map>
void add_all(std::vector<store::Record>& records, const Map& map) {
  for (const auto& [key, record] : map)
    records.emplace_back(record);
}

} // namespace

std::vector<store::Change> first_batch(const store::Contents& contents) {
  std::vector<store::Record> records{contents.model};
  add_all(records, contents.charms);
  add_all(records, contents.charm_sequences);
  add_all(records, contents.machines);
  add_all(records, contents.units);
  add_all(records, contents.statuses);
  add_all(records, contents.applications);
  add_all(records, contents.configs);
  add_all(records, contents.leader_settings);
  add_all(records, contents.sequences);
  add_all(records, contents.relations);
  add_all(records, contents.scopes);
  add_all(records, contents.bags);
  add_all(records, contents.cleanups);
  add_all(records, contents.storages);
  add_all(records, contents.attachments);
  std::vector<store::Change> changes;
  for (const store::Record& record : records)
    changes.push_back({store::key_of(record), store::encode(record)});
  std::sort(changes.begin(), changes.end(),
            [](const auto& a, const auto& b) { return a.key < b.key; });
  return changes;
}

} // namespace orrery::test

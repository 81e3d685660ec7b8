#include "cmd/views/explain/neighbours.hpp"

#include "cmd/views/explain/explain.hpp"
#include "cmd/views/explain/found.hpp"
#include "store/keys.hpp"

#include <algorithm>

namespace orrery::explain {
namespace {

using store::Life;

constexpr std::size_t lists_max = 10; ///< Full ones, before units are only counted.

/// The first of them in natural order to the front.
void sort_first(std::vector<std::string>& names, std::size_t count) {
  const auto end = names.begin() + static_cast<std::ptrdiff_t>(std::min(count, names.size()));
  std::partial_sort(names.begin(), end, names.end(), store::natural_less);
}

store::Key unit_prefix(const std::string& application) {
  return store::unit_key(application + "/");
}

} // namespace

Neighbours::Neighbours(PartialReading& reading, References& references, std::size_t most)
  : reading_(reading), references_(references), most_(most), units_left_(lists_max * most) {}

std::size_t Neighbours::room() const {
  return std::min(most_, units_left_);
}

template <class Value>
Value Neighbours::taken(tl::expected<Value, store::StoreError> answer) {
  if (answer)
    return std::move(*answer);
  reading_.fail(answer.error());
  return {};
}

/// A unit with whatever can stop it (render::unit_obstacle) or move it (unit_remedies).
void Neighbours::look_at(const std::string& name) {
  if (!looked_at_.insert(name).second)
    return;
  units_left_ -= std::min<std::size_t>(units_left_, 1);
  reading_.read(store::unit_key(name));
  const store::Unit* unit = find(contents().units, name);
  if (unit == nullptr)
    return;
  reading_.read(store::unit_status_key(name));
  reading_.read(store::application_key(unit->application));
  reading_.read(store::force_key(store::unit_ref(name)));
  if (unit->assigned)
    reading_.read(store::machine_key(unit->machine));
  if (!unit->principal.empty()) {
    reading_.read(store::unit_status_key(unit->principal));
    reading_.read(store::force_key(store::unit_ref(unit->principal)));
  }
  if (const auto* status = find(contents().statuses, name);
      status != nullptr && status->error.in_relation)
    reading_.read(store::relation_key(status->error.relation));
}

/// Reads the scopes in which units are and their storage, and looks at their subordinates.
/// @returns the subordinates
Neighbours::Names Neighbours::ask(const Names& units) {
  Names unasked, subordinates;
  for (const std::string& unit : units)
    if (contents().units.contains(unit) && !asked_.contains(unit))
      unasked.push_back(unit);
  if (unasked.empty() || reading_.fault())
    return {};
  const auto answers = taken(references_.of_units(unasked));
  for (const std::string& name : unasked) {
    const auto* answer = find(answers, name);
    References::OfUnit& unit = asked_[name] = answer != nullptr ? *answer : References::OfUnit{};
    const std::size_t scopes = std::min(most_, unit.scopes.size());
    for (std::size_t i = 0; i < scopes; ++i) {
      reading_.read(store::scope_key(unit.scopes[i], name));
      reading_.read(store::relation_key(unit.scopes[i]));
    }
    for (std::size_t i = 0; i < std::min(most_, unit.storages.size()); ++i) {
      reading_.read(store::storage_key(unit.storages[i]));
      reading_.read(store::storage_attachment_key(unit.storages[i], name));
    }
    const std::size_t count = std::min(room(), unit.subordinates.size());
    sort_first(unit.subordinates, count);
    for (std::size_t i = 0; i < count; ++i) {
      look_at(unit.subordinates[i]);
      subordinates.push_back(unit.subordinates[i]);
    }
  }
  return subordinates;
}

/// Units that have to go, with all that has to go or to be left before.
void Neighbours::look_through(const Names& units) {
  for (const std::string& unit : units)
    look_at(unit);
  (void)ask(ask(units)); // subordinates have none themselves
}

Neighbours::Names Neighbours::units_of(const std::string& application) const {
  Names names;
  for (const auto& [name, unit] : contents().units)
    if (unit.application == application)
      names.push_back(name);
  return names;
}

Neighbours::Names Neighbours::members_of(store::RelationId relation) const {
  Names names;
  const auto& scopes = contents().scopes;
  for (auto at = scopes.lower_bound({relation, ""});
       at != scopes.end() && at->first.first == relation; ++at)
    names.push_back(at->first.second);
  return names;
}

/// In natural order.
Neighbours::Names Neighbours::first_principals_on(store::MachineId machine, std::size_t most) {
  Names names = taken(references_.principals_on(machine));
  const std::size_t count = std::min(most, names.size());
  const std::size_t all = names.size();
  sort_first(names, count);
  names.resize(count);
  principals_[machine] = {all, {names.begin(), names.end()}};
  return names;
}

void Neighbours::around_unit(const std::string& name) {
  look_through({name});
  const store::Unit* unit = find(contents().units, name);
  if (unit == nullptr)
    return;
  if (unit->principal.empty())
    look_at_those_who_stay({name});
  else
    look_at_principal(*unit);
}

/// The principal whose removal would take the subordinate along, and what ties them (B4).
void Neighbours::look_at_principal(const store::Unit& subordinate) {
  reading_.read(store::unit_key(subordinate.principal));
  const store::Unit* principal = find(contents().units, subordinate.principal);
  if (principal == nullptr)
    return;
  reading_.read(store::application_key(principal->application));
  if (subordinate.life != Life::Alive)
    return;
  for (const store::Relation& relation : taken(references_.relations_of(subordinate.application)))
    if (relation.scope == store::ScopeKind::Container
        && std::any_of(relation.ends.begin(), relation.ends.end(),
                       [&](const auto& end) { return end.application == principal->application; }))
      reading_.read(store::relation_key(relation.id));
}

void Neighbours::around_application(const std::string& name) {
  reading_.read(store::application_key(name));
  const store::Application* application = find(contents().applications, name);
  if (application == nullptr)
    return;
  reading_.read(store::force_key(store::application_ref(name)));
  reading_.read_first(unit_prefix(name), room());
  look_through(units_of(name));
  const auto relations = taken(references_.relations_of(name));
  for (std::size_t i = 0; i < std::min(most_, relations.size()); ++i)
    around_relation(relations[i].id);
  const Names units = units_of(name); // members may be further ones of its units
  look_through(units);
  if (units.size()
      >= application->unit_count) // with more, too many steps are left to say who stays
    look_at_those_who_stay(units);
}

void Neighbours::around_relation(store::RelationId id) {
  reading_.read(store::relation_key(id));
  if (!contents().relations.contains(id))
    return;
  reading_.read(store::force_key(store::relation_ref(id)));
  reading_.read_first(store::scope_key(id, ""), room());
  Names leaving;
  for (const std::string& member : members_of(id)) {
    look_at(member);
    const store::Unit* unit = find(contents().units, member);
    if (unit != nullptr && unit->life != Life::Alive)
      leaving.push_back(member);
  }
  (void)ask(leaving); // what they wait for
}

void Neighbours::around_machine(store::MachineId id) {
  reading_.read(store::machine_key(id));
  const store::Machine* machine = find(contents().machines, id);
  if (machine == nullptr)
    return;
  reading_.read(store::force_key(store::machine_ref(id)));
  look_at_other_managers(*machine);
  look_through(first_principals_on(id, room()));
}

/// M3: the last machine that manages the model stays.
void Neighbours::look_at_other_managers(const store::Machine& machine) {
  if (machine.manage_model && machine.life == Life::Alive)
    reading_.read_wanted(store::machine_key(0).substr(0, 1), 1, [&](const store::Record& record) {
      const auto& other = std::get<store::Machine>(record);
      return other.id != machine.id && other.manage_model && other.life == Life::Alive;
    });
}

/// Some others on the machines of principals that go.
void Neighbours::look_at_those_who_stay(const Names& going) {
  std::map<store::MachineId, std::size_t> machines;
  for (const std::string& name : going)
    if (const auto* unit = find(contents().units, name);
        unit != nullptr && unit->principal.empty() && unit->assigned)
      ++machines[unit->machine];
  std::size_t told = 0;
  for (const auto& [machine, count] : machines) {
    if (++told > stays_max)
      return;
    for (const std::string& unit : first_principals_on(machine, stays_named_max + count))
      reading_.read(store::unit_key(unit));
  }
}

tl::expected<Neighbourhood, store::StoreError> Neighbours::finish() {
  if (reading_.fault())
    return tl::unexpected(*reading_.fault());
  Neighbourhood found;
  count_referrers(found.omitted);
  count_listed(found.omitted);
  found.contents = reading_.take();
  return found;
}

namespace {

/// Adds what a record counts and the reading has not got.
template <class Key>
void add_missing(std::map<Key, std::size_t>& omitted,
                 const Key& key,
                 std::size_t all,
                 const std::map<Key, std::size_t>& read) {
  if (const std::size_t got = render::count_of(read, key); all > got)
    omitted[key] = all - got;
}

} // namespace

/// Applications and relations count their references in their own records.
void Neighbours::count_referrers(render::Omitted& omitted) const {
  render::Omitted read; // counts what was read, under the same names
  for (const auto& [name, unit] : contents().units)
    ++read.units[unit.application];
  for (const auto& [id, relation] : contents().relations)
    for (std::size_t i = 0; i < relation.ends.size(); ++i)
      if (i == 0 || relation.ends[i].application != relation.ends[0].application)
        ++read.relations[relation.ends[i].application];
  for (const auto& [key, scope] : contents().scopes)
    ++read.members[key.first];
  for (const auto& [name, application] : contents().applications) {
    add_missing(omitted.units, name, application.unit_count, read.units);
    add_missing(omitted.relations, name, application.relation_count, read.relations);
  }
  for (const auto& [id, relation] : contents().relations)
    add_missing(omitted.members, id, relation.unit_count, read.members);
}

/// Counts holders that entities have told of, and nobody has looked for.
void Neighbours::count_listed(render::Omitted& omitted) const {
  for (const auto& [name, unit] : asked_) {
    for (const std::string& subordinate : unit.subordinates)
      if (!reading_.has_read(store::unit_key(subordinate)))
        ++omitted.subordinates[name];
    for (const store::RelationId id : unit.scopes)
      if (!reading_.has_read(store::scope_key(id, name)))
        ++omitted.scopes[name];
  }
  std::map<store::MachineId, std::size_t> looked_for;
  for (const auto& [machine, principals] : principals_)
    looked_for[machine] = principals.looked_for.size();
  for (const auto& [name, unit] : contents().units) // those that go may come late in the order
    if (const auto* on = find(principals_, unit.machine);
        on != nullptr && unit.principal.empty() && unit.assigned && !on->looked_for.contains(name))
      ++looked_for[unit.machine];
  for (const auto& [machine, principals] : principals_)
    add_missing(omitted.principals, machine, principals.all, looked_for);
}

} // namespace orrery::explain

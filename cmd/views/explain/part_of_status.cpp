#include "cmd/views/explain/part_of_status.hpp"

#include "cmd/views/explain/found.hpp"
#include "cmd/views/explain/neighbours.hpp"
#include "cmd/views/explain/seen_settings.hpp"
#include "cmd/views/explain/waiting_tasks.hpp"
#include "cmd/views/render/selector.hpp"
#include "store/keys.hpp"

#include <algorithm>

namespace orrery::explain {
namespace {

constexpr const char* wildcards = "*?";

template <class Entity>
bool is_leaving(const Entity* entity) {
  return entity != nullptr && entity->life != store::Life::Alive;
}

} // namespace

PartOfStatus::PartOfStatus(const store::Snapshot& snapshot,
                           References& references,
                           const Choice& choice)
  : reading_(snapshot), references_(references), choice_(choice) {
  reading_.read(store::model_key());
}

template <class Value>
Value PartOfStatus::taken(tl::expected<Value, store::StoreError> answer) {
  if (answer)
    return std::move(*answer);
  reading_.fail(answer.error());
  return {};
}

void PartOfStatus::choose(const std::string& text) {
  if (const auto id = store::parse_id(text))
    return choose_machine(*id);
  const auto slash = text.find('/');
  for (const std::string& application : applications_that_fit(text.substr(0, slash)))
    if (slash == std::string::npos)
      choose_application(application);
    else
      choose_units(application, text.substr(slash + 1));
}

void PartOfStatus::choose_machine(store::MachineId id) {
  reading_.read(store::machine_key(id));
  if (!contents().machines.contains(id))
    return;
  machines_.insert(id);
  for (const std::string& unit : taken(references_.principals_on(id)))
    chosen_.insert(unit);
}

void PartOfStatus::choose_application(const std::string& name) {
  applications_.insert(name);
  if (choice_.units)
    for (const std::string& unit : units_of(name))
      chosen_.insert(unit);
}

/// `db/leader`: nobody while nobody leads.
void PartOfStatus::choose_leader(const std::string& application) {
  reading_.read(store::application_key(application));
  const auto* record = find(contents().applications, application);
  if (record != nullptr && !record->leader.empty())
    chosen_.insert(record->leader);
}

/// @param number may be a pattern, or `leader`
void PartOfStatus::choose_units(const std::string& application, const std::string& number) {
  if (number == "leader")
    choose_leader(application);
  else if (store::parse_id(number))
    chosen_.insert(application + "/" + number);
  else if (number.find_first_of(wildcards) != std::string::npos)
    for (const std::string& unit : units_of(application))
      if (render::fits(application + "/" + number, unit))
        chosen_.insert(unit);
}

PartOfStatus::Names PartOfStatus::applications_that_fit(const std::string& pattern) {
  const auto wildcard = pattern.find_first_of(wildcards);
  if (wildcard == std::string::npos)
    reading_.read(store::application_key(pattern));
  else
    reading_.read_first(store::application_key(pattern.substr(0, wildcard)), no_limit);
  Names names;
  for (const auto& [name, application] : contents().applications)
    if (render::fits(pattern, name))
      names.push_back(name);
  return names;
}

PartOfStatus::Names PartOfStatus::units_of(const std::string& application) {
  reading_.read_first(store::unit_key(application + "/"), no_limit);
  Names names;
  for (auto at = contents().units.lower_bound(application + "/");
       at != contents().units.end() && at->second.application == application; ++at)
    names.push_back(at->first);
  return names;
}

/// A unit's line, with all that is told in it.
/// @returns nothing if it is not there
const store::Unit* PartOfStatus::show_unit(const std::string& name) {
  reading_.read(store::unit_key(name));
  const store::Unit* unit = find(contents().units, name);
  if (unit == nullptr || !units_.insert(name).second)
    return unit;
  reading_.read(store::unit_status_key(name));
  applications_.insert(unit->application);
  if (unit->assigned) {
    reading_.read(store::machine_key(unit->machine));
    machines_.insert(unit->machine);
  }
  const store::UnitStatus* status = find(contents().statuses, name);
  if (status != nullptr && status->error.in_relation)
    reading_.read(store::relation_key(status->error.relation));
  return unit;
}

void PartOfStatus::show_application(const std::string& name) {
  reading_.read(store::application_key(name));
  if (const auto* application = find(contents().applications, name))
    reading_.read(store::charm_key(application->charm));
}

/// A principal brings its subordinates; one that goes may outlive the relation that has brought it.
void PartOfStatus::show_subordinates() {
  Names principals;
  for (const std::string& name : chosen_)
    if (const store::Unit* unit = find(contents().units, name);
        unit != nullptr && unit->principal.empty())
      principals.push_back(name);
  if (principals.empty() || reading_.fault())
    return;
  for (const auto& [principal, unit] : taken(references_.of_units(principals)))
    for (const std::string& subordinate : unit.subordinates)
      (void)show_unit(subordinate);
}

void PartOfStatus::show_relations() {
  for (const std::string& application : applications_)
    for (const store::Relation& relation : taken(references_.relations_of(application))) {
      reading_.read(store::relation_key(relation.id));
      relations_.insert(relation.id);
    }
}

/// Shows what the unit sees in the relations that are shown.
void PartOfStatus::show_settings(const std::string& name) {
  const store::Unit* unit = find(contents().units, name);
  if (unit == nullptr)
    return;
  const std::string container = unit->principal.empty() ? name : unit->principal;
  Names inside{container};
  for (const auto& [principal, of] : taken(references_.of_units({container})))
    inside.insert(inside.end(), of.subordinates.begin(), of.subordinates.end());
  for (const store::RelationId id : relations_)
    if (const auto* relation = find(contents().relations, id))
      read_seen_settings(reading_, *relation, *unit, inside);
}

tl::expected<Neighbourhood, store::StoreError> PartOfStatus::read() {
  for (const render::Selector& selector : choice_.selectors)
    choose(selector.text());
  for (const std::string& name : chosen_)
    if (const store::Unit* unit = show_unit(name); unit != nullptr && !unit->principal.empty())
      (void)show_unit(unit->principal);
  show_subordinates();
  for (const std::string& name : applications_)
    show_application(name);
  if (choice_.relations)
    show_relations();
  if (choice_.settings)
    for (const std::string& name : chosen_)
      show_settings(name);
  return with_obstacles();
}

/// With whatever keeps from going what is on its way out.
tl::expected<Neighbourhood, store::StoreError> PartOfStatus::with_obstacles() {
  Neighbours neighbours(reading_, references_, neighbours_max);
  bool any = false;
  for (const std::string& name : units_)
    if (is_leaving(find(contents().units, name))) {
      neighbours.around_unit(name);
      any = true;
    }
  for (const std::string& name : applications_)
    if (is_leaving(find(contents().applications, name))) {
      neighbours.around_application(name);
      any = true;
    }
  for (const store::MachineId id : machines_)
    if (const auto* machine = find(contents().machines, id);
        is_leaving(machine) || (machine != nullptr && machine->draining)) {
      neighbours.around_machine(id);
      any = true;
    }
  for (const store::RelationId id : relations_)
    if (is_leaving(find(contents().relations, id))) {
      neighbours.around_relation(id);
      any = true;
    }
  if (any)
    read_tasks(reading_);
  return neighbours.finish();
}

} // namespace orrery::explain

#include "cmd/views/render/index.hpp"

#include "store/give_way.hpp"

#include <algorithm>

namespace orrery::render {
namespace {

const Omitted nothing_omitted;

bool comes_before(const store::Unit& left, const store::Unit& right) {
  return left.application == right.application ? comes_before_in_application(left.name, right.name)
                                               : store::natural_less(left.name, right.name);
}

void sort_naturally(Index::Units& units) {
  std::sort(units.begin(), units.end(), [](const store::Unit* left, const store::Unit* right) {
    return comes_before(*left, *right);
  });
}

/// Puts units of one application, which come in the order of their names as bytes, in natural
/// order: those of equal length are in natural order already, and numbers without leading zeros are
/// the greater the longer they are.
void sort_by_length(Index::Units& units) {
  std::vector<Index::Units> by_length;
  for (const store::Unit* unit : units) {
    if (by_length.size() <= unit->name.size())
      by_length.resize(unit->name.size() + 1);
    by_length[unit->name.size()].push_back(unit);
  }
  units.clear();
  for (const Index::Units& same : by_length)
    units.insert(units.end(), same.begin(), same.end());
}

template <class Map, class Key>
const typename Map::mapped_type& find_or_empty(const Map& map, const Key& key) {
  static const typename Map::mapped_type empty;
  const auto found = map.find(key);
  return found == map.end() ? empty : found->second;
}

} // namespace

Index::Index(const store::Contents& contents) : Index(contents, nothing_omitted) {}

Index::Index(const store::Contents& contents, const Omitted& omitted)
  : contents_(contents), omitted_(omitted), statuses_(contents.statuses),
    application_of_(contents.applications), machine_of_(contents.machines) {
  for (const auto& [name, application] : contents.applications)
    applications_.push_back(name);
  std::sort(applications_.begin(), applications_.end(), store::natural_less);
  for (const auto& [name, unit] : contents.units)
    take_in(unit);
  for (auto& [key, units] : by_application_)
    sort_by_length(units);
  for (auto& [key, units] : by_principal_)
    sort_naturally(units);
  for (const auto& [id, relation] : contents.relations)
    for (const store::RelationEnd& end : relation.ends) {
      Relations& relations = relations_[end.application];
      if (relations.empty() || relations.back() != &relation)
        relations.push_back(&relation);
    }
  for (const auto& [key, scope] : contents.scopes)
    scopes_[scope.unit].push_back(&scope);
  for (const auto& [id, attachment] : contents.attachments)
    storage_[attachment.unit].push_back(&attachment);
}

void Index::take_in(const store::Unit& unit) {
  by_application_[unit.application].push_back(&unit);
  if (!unit.principal.empty())
    by_principal_[unit.principal].push_back(&unit);
  store::give_way();
}

const Index::Attachments& Index::storage_of(std::string_view unit) const {
  return find_or_empty(storage_, unit);
}

const Index::Units& Index::units_of(std::string_view application) const {
  return find_or_empty(by_application_, application);
}

const Index::Units& Index::subordinates_of(std::string_view unit) const {
  return find_or_empty(by_principal_, unit);
}

const Index::Units& Index::principals_on(store::MachineId machine) const {
  if (!by_machine_) {
    by_machine_.emplace();
    for (const auto& [name, unit] : contents_.units)
      if (unit.principal.empty() && unit.assigned)
        (*by_machine_)[unit.machine].push_back(&unit);
    for (auto& [id, units] : *by_machine_)
      sort_naturally(units);
  }
  return find_or_empty(*by_machine_, machine);
}

const TaskIndex& Index::tasks() const {
  if (!tasks_)
    tasks_.emplace(contents_);
  return *tasks_;
}

const Index::Relations& Index::relations_of(std::string_view application) const {
  return find_or_empty(relations_, application);
}

const Index::Scopes& Index::scopes_of(std::string_view unit) const {
  return find_or_empty(scopes_, unit);
}

Index::Scopes Index::scopes_in(store::RelationId relation) const {
  Scopes found;
  for (auto at = contents_.scopes.lower_bound({relation, ""});
       at != contents_.scopes.end() && at->first.first == relation; ++at)
    found.push_back(&at->second);
  return found;
}

const store::Application* Index::application_of(const store::Unit& unit) const {
  return application_of_.find(unit.application);
}

const store::Machine* Index::machine_of(const store::Unit& unit) const {
  return unit.assigned ? machine_of_.find(unit.machine) : nullptr;
}

const store::UnitStatus* Index::status_of(const std::string& unit) const {
  return statuses_.find(unit);
}

const store::Charm* Index::charm(const std::string& url) const {
  const auto found = contents_.charms.find(url);
  return found == contents_.charms.end() ? nullptr : &found->second;
}

bool comes_before_in_application(const std::string& left, const std::string& right) {
  return left.size() != right.size() ? left.size() < right.size() : left < right;
}

const store::RelationEnd* own_end(const store::Relation& relation, std::string_view application) {
  for (const store::RelationEnd& end : relation.ends)
    if (end.application == application)
      return &end;
  return nullptr;
}

const store::RelationEnd* other_end(const store::Relation& relation, std::string_view application) {
  const store::RelationEnd* own = own_end(relation, application);
  if (own == nullptr)
    return nullptr;
  for (const store::RelationEnd& end : relation.ends)
    if (&end != own)
      return &end;
  return own;
}

} // namespace orrery::render

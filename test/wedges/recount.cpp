#include "test/wedges/recount.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace orrery::test {

namespace {

template <typename Map, typename Predicate>
std::size_t count(const Map& map, Predicate predicate) {
  return static_cast<std::size_t>(std::count_if(
    map.begin(), map.end(), [&](const auto& entry) { return predicate(entry.second); }));
}

bool names(const store::Relation& relation, const std::string& application) {
  return std::any_of(relation.ends.begin(), relation.ends.end(),
                     [&](const auto& end) { return end.application == application; });
}

} // namespace

std::vector<std::string> recount(const store::Contents& all) {
  std::vector<std::string> wrong;
  const auto compare = [&wrong](const std::string& what, std::size_t said, std::size_t found) {
    if (said != found)
      wrong.push_back(fmt::format("{}: {} said, {} found", what, said, found));
  };
  for (const auto& [name, application] : all.applications) {
    compare(
      name + "'s units", application.unit_count,
      count(all.units, [&name = name](const auto& unit) { return unit.application == name; }));
    compare(
      name + "'s relations", application.relation_count,
      count(all.relations, [&name = name](const auto& relation) { return names(relation, name); }));
  }
  for (const auto& [id, relation] : all.relations)
    compare(relation.key + "'s units in scope", relation.unit_count,
            count(all.scopes, [id = id](const auto& scope) { return scope.relation == id; }));
  for (const auto& [key, scope] : all.scopes) {
    const auto unit = all.units.find(scope.unit);
    if (unit == all.units.end() || unit->second.life == store::Life::Dead)
      wrong.push_back(scope.unit + " is in scope, and dead or gone (U4)");
  }
  for (const auto& [key, bag] : all.bags)
    if (!all.relations.contains(bag.relation) && !all.cleanups.contains(bag.relation))
      wrong.push_back(fmt::format("settings of relation {}, which is gone", bag.relation));
  return wrong;
}

} // namespace orrery::test

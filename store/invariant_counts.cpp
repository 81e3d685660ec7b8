#include "store/violations.hpp"

#include <unordered_map>

namespace orrery::store {

namespace {

template <typename Key>
using Counts = std::unordered_map<Key, std::uint32_t>;

template <typename Key>
std::uint32_t count_of(const Counts<Key>& counts, const Key& key) {
  const auto found = counts.find(key);
  return found == counts.end() ? 0 : found->second;
}

/// A relation that names an application at both ends counts once.
void count_relation(Counts<std::string>& counts, const Relation& relation) {
  for (std::size_t i = 0; i < relation.ends.size(); ++i)
    if (i == 0 || relation.ends[i].application != relation.ends[0].application)
      ++counts[relation.ends[i].application];
}

} // namespace

void check_counts(const Contents& contents, Violations& violations) {
  Counts<std::string> units;
  for (const auto& [name, unit] : contents.units)
    ++units[unit.application];
  Counts<RelationId> scopes;
  for (const auto& [key, scope] : contents.scopes)
    ++scopes[scope.relation];
  Counts<std::string> relations;
  for (const auto& [id, relation] : contents.relations) {
    count_relation(relations, relation);
    if (const auto found = count_of(scopes, id); relation.unit_count != found)
      violations.say(name_of(relation), " counts ", relation.unit_count,
                     " units in scope, but has ", found, " scope records");
  }
  for (const auto& [name, application] : contents.applications) {
    if (const auto found = count_of(units, name); application.unit_count != found)
      violations.say("application ", name, " counts ", application.unit_count, " units, but has ",
                     found);
    if (const auto found = count_of(relations, name); application.relation_count != found)
      violations.say("application ", name, " counts ", application.relation_count,
                     " relations, but is in ", found);
  }
}

} // namespace orrery::store

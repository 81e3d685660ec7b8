#include "actors/workflow/unit_sight.hpp"

#include "actors/rules/relation.hpp"
#include "actors/rules/ties.hpp"

#include <algorithm>

namespace orrery::agents {

SeenRelation first_sight(const store::Relation& relation, std::string_view application) {
  const store::RelationEnd& own = *rules::end_of(relation, application);
  SeenRelation seen;
  seen.id = relation.id;
  seen.endpoint = own.endpoint;
  seen.remote_application = rules::counterpart_of(relation, application)->application;
  seen.peer = relation.ends.size() == 1;
  seen.hookless = rules::is_hookless(own.endpoint, own.role);
  seen.container = relation.scope == store::ScopeKind::Container;
  return seen;
}

bool is_kept_by_container(const UnitSight& seen, std::string_view principal) {
  return std::any_of(seen.relations.begin(), seen.relations.end(), [&](const auto& entry) {
    const SeenRelation& relation = entry.second;
    return rules::keeps_subordinate(
      {relation.life, relation.container, relation.remote_application}, principal);
  });
}

} // namespace orrery::agents

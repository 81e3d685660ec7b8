#include "cmd/charms/meant_relations.hpp"

#include <algorithm>
#include <utility>

namespace orrery::cmd {

std::string MeantRelations::doubled(const protocol::AddRelation& relation, int line) {
  End one{relation.application, relation.endpoint};
  End other{relation.other_application, relation.other_endpoint};
  if (other < one)
    std::swap(one, other);
  const auto [earlier, is_new] = lines_.emplace(std::pair{std::move(one), std::move(other)}, line);
  return is_new ? std::string()
                : "this relation is here a second time, first at line "
                    + std::to_string(earlier->second) + ": it is made once";
}

bool is_related(const store::Contents& model, const protocol::AddRelation& wanted) {
  const auto has = [](const store::Relation& relation, const std::string& application,
                      const std::string& endpoint) {
    return std::any_of(relation.ends.begin(), relation.ends.end(),
                       [&](const store::RelationEnd& end) {
                         return end.application == application && end.endpoint == endpoint;
                       });
  };
  return std::any_of(model.relations.begin(), model.relations.end(), [&](const auto& entry) {
    return entry.second.life == store::Life::Alive
           && has(entry.second, wanted.application, wanted.endpoint)
           && has(entry.second, wanted.other_application, wanted.other_endpoint);
  });
}

} // namespace orrery::cmd

#include "actors/rules/peers.hpp"

#include "actors/rules/relation.hpp"

#include <algorithm>

namespace orrery::rules {

namespace {

/// The endpoint of that name; null if the charm has none that is for peers.
const store::CharmEndpoint* find_peer(const store::Charm& charm, const std::string& name) {
  for (const store::CharmEndpoint& endpoint : charm.endpoints)
    if (endpoint.role == store::Role::Peer && endpoint.name == name)
      return &endpoint;
  return nullptr;
}

bool is_peer(const store::Relation& relation) {
  return relation.ends.size() == 1;
}

} // namespace

std::vector<std::string> peer_endpoints(const store::Charm& charm) {
  std::vector<std::string> names;
  for (const store::CharmEndpoint& endpoint : charm.endpoints)
    if (endpoint.role == store::Role::Peer)
      names.push_back(endpoint.name);
  return names;
}

std::vector<store::Relation> make_peers(const std::string& application,
                                        const store::Charm& charm,
                                        const std::vector<std::string>& endpoints,
                                        store::Model& model,
                                        const Context& context) {
  std::vector<store::Relation> peers;
  for (const std::string& name : endpoints) {
    const store::CharmEndpoint* const endpoint = find_peer(charm, name);
    if (endpoint == nullptr)
      continue;
    store::Relation relation;
    relation.id = model.next_relation++;
    relation.interface = endpoint->interface;
    relation.scope = endpoint->scope;
    relation.ends = {{application, endpoint->name, store::Role::Peer}};
    relation.key = canonical_key(relation.ends);
    relation.turn = {context.now, context.cause};
    peers.push_back(std::move(relation));
  }
  return peers;
}

std::vector<store::RelationId> peers_that_go(const ApplicationState& application,
                                             const store::Charm& charm) {
  std::vector<store::RelationId> going;
  for (const auto& [id, relation] : application.relations)
    if (is_peer(relation) && find_peer(charm, relation.ends.front().endpoint) == nullptr)
      going.push_back(id);
  return going;
}

std::vector<std::string> peers_that_come(const ApplicationState& application,
                                         const store::Charm& charm) {
  if (application.record.life != store::Life::Alive)
    return {};
  std::vector<std::string> coming = peer_endpoints(charm);
  for (const auto& [id, relation] : application.relations)
    if (is_peer(relation))
      std::erase(coming, relation.ends.front().endpoint);
  return coming;
}

std::vector<Visit> refresh_route(const RefreshWith& with) {
  std::vector<Visit> route;
  for (const std::string& name : with.units)
    route.push_back({unit(name, with.refresh.charm.subordinate), LoseScope{}}); // as P8 has it
  for (const store::RelationId id : with.peers)
    route.push_back({relation(id), with});
  route.push_back({application(with.refresh.application), with});
  return route;
}

} // namespace orrery::rules

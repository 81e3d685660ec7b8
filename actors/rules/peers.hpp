#pragma once

#include "actors/rules/application.hpp"

#include <string>
#include <vector>

/// Peer relations: they come with their endpoint, at deployment or with a refresh (R2, P23), and go
/// with it.
namespace orrery::rules {

/// Names of a charm's peer endpoints.
[[nodiscard]] std::vector<std::string> peer_endpoints(const store::Charm& charm);
/// The relations of these endpoints, which the model numbers.
[[nodiscard]] std::vector<store::Relation> make_peers(const std::string& application,
                                                      const store::Charm& charm,
                                                      const std::vector<std::string>& endpoints,
                                                      store::Model& model,
                                                      const Context& context);
/// The application's peer relations whose endpoint is none of that charm, in order.
[[nodiscard]] std::vector<store::RelationId> peers_that_go(const ApplicationState& application,
                                                           const store::Charm& charm);
/// Peer endpoints of that charm without a relation. A Dying application gets none (P17).
[[nodiscard]] std::vector<std::string> peers_that_come(const ApplicationState& application,
                                                       const store::Charm& charm);
/// The route of a refresh: units, peer relations that go, application.
[[nodiscard]] std::vector<Visit> refresh_route(const RefreshWith& with);

} // namespace orrery::rules

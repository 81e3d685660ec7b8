#include "actors/rules/relating.hpp"

#include "actors/rules/relation.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace orrery::rules {

bool endpoints_fit(const store::CharmEndpoint& left, const store::CharmEndpoint& right) {
  return left.interface == right.interface
         && ((left.role == store::Role::Provider && right.role == store::Role::Requirer)
             || (left.role == store::Role::Requirer && right.role == store::Role::Provider));
}

namespace {

/// Refuses what one side alone can: its life, an unknown endpoint, its limit.
std::optional<Refusal> refuses(const ApplicationState& application, const std::string& name) {
  const std::string& app = application.record.name;
  if (application.record.life != store::Life::Alive) // A2
    return Refusal{protocol::Code::NotAlive,
                   fmt::format("application \"{}\" is {} and takes no relations", app,
                               store::to_string(application.record.life))};
  const std::optional<store::CharmEndpoint> endpoint = find_endpoint(*application.charm, name);
  if (!endpoint)
    return Refusal{protocol::Code::NoSuchEndpoint,
                   fmt::format("application \"{}\" has no endpoint \"{}\"", app, name)};
  std::uint32_t present = 0;
  for (const auto& [id, relation] : application.relations)
    for (const store::RelationEnd& end : relation.ends)
      present += end.application == app && end.endpoint == name ? 1 : 0;
  if (endpoint->limit > 0 && present >= endpoint->limit)
    return Refusal{
      protocol::Code::LimitExceeded,
      fmt::format("endpoint {}:{} takes at most {} relations and has {}, Dying ones included", app,
                  name, endpoint->limit, present)};
  return std::nullopt;
}

Decision grow(const ApplicationState& application) {
  store::Application grown = application.record;
  ++grown.relation_count;
  Decision decision;
  decision.writes.push_back(put(std::move(grown)));
  return decision;
}

store::RelationEnd end(const std::string& application, const store::CharmEndpoint& endpoint) {
  return {application, endpoint.name, endpoint.role};
}

/// The relation without its id: requirer before provider (R1), container if either side says so
/// (B6).
store::Relation draft(const store::RelationEnd& left,
                      const store::CharmEndpoint& l,
                      const store::RelationEnd& right,
                      const store::CharmEndpoint& r,
                      const Context& context) {
  store::Relation relation;
  relation.interface = l.interface;
  const bool container =
    l.scope == store::ScopeKind::Container || r.scope == store::ScopeKind::Container;
  relation.scope = container ? store::ScopeKind::Container : store::ScopeKind::Global;
  relation.ends =
    left.role == store::Role::Requirer ? std::vector{left, right} : std::vector{right, left};
  relation.key = canonical_key(relation.ends);
  relation.turn = {context.now, context.cause};
  return relation;
}

bool has_end(const store::Relation& relation, const store::RelationEnd& end) {
  return std::any_of(relation.ends.begin(), relation.ends.end(), [&](const auto& each) {
    return each.application == end.application && each.endpoint == end.endpoint;
  });
}

/// Refuses what is related already (R3), before any limit is looked at. The verb `integrate` adds
/// that the relation is being removed: life is the relation's own.
std::optional<Refusal> already_there(const ApplicationState& application,
                                     const store::RelationEnd& own,
                                     const store::RelationEnd& other) {
  if (own.application == other.application)
    return std::nullopt;
  for (const auto& [id, relation] : application.relations)
    if (has_end(relation, own) && has_end(relation, other))
      return Refusal{
        protocol::Code::AlreadyExists,
        fmt::format("relation \"{}\" already exists as relation {}", relation.key, id)};
  return std::nullopt;
}

} // namespace

Decision relate(const ApplicationState& application, const Relate& first) {
  if (first.other_application == application.record.name)
    return refuse(protocol::Code::NoRelation,
                  fmt::format("application \"{0}\" cannot be related to itself: relations "
                              "among the units of {0} are peer relations of its charm",
                              application.record.name));
  if (const auto refusal = already_there(application, {application.record.name, first.endpoint, {}},
                                         {first.other_application, first.other_endpoint, {}}))
    return refuse(refusal->code, refusal->text);
  if (const std::optional<Refusal> refusal = refuses(application, first.endpoint))
    return refuse(refusal->code, refusal->text);
  Decision decision = grow(application);
  decision.visits.push_back({rules::application(first.other_application),
                             RelateWith{first.other_endpoint, application.record.name,
                                        *find_endpoint(*application.charm, first.endpoint),
                                        application.record.subordinate}});
  return decision;
}

Decision
relate_with(const ApplicationState& application, const RelateWith& second, const Context& context) {
  if (const auto refusal =
        already_there(application, {application.record.name, second.endpoint, {}},
                      end(second.other_application, second.other)))
    return refuse(refusal->code, refusal->text);
  if (const std::optional<Refusal> refusal = refuses(application, second.endpoint))
    return refuse(refusal->code, refusal->text);
  const store::CharmEndpoint own = *find_endpoint(*application.charm, second.endpoint);
  if (!endpoints_fit(own, second.other))
    return refuse(
      protocol::Code::NoRelation,
      fmt::format("{}:{} and {}:{} do not fit: they need one interface, and one provider and one "
                  "requirer",
                  second.other_application, second.other.name, application.record.name, own.name));
  store::Relation relation = draft(end(second.other_application, second.other), second.other,
                                   end(application.record.name, own), own, context);
  if (relation.scope == store::ScopeKind::Container && !application.record.subordinate
      && !second.other_subordinate)
    return refuse(
      protocol::Code::NoRelation,
      fmt::format("relation \"{}\" is container-scoped and needs a subordinate on one side",
                  relation.key));
  Decision decision = grow(application);
  decision.visits.push_back({model(), NumberRelation{std::move(relation)}});
  return decision;
}

} // namespace orrery::rules

#include "actors/rules/relating.hpp"

#include "actors/rules/relation.hpp"

#include <fmt/format.h>

namespace orrery::rules {

bool endpoints_fit(const store::CharmEndpoint& left, const store::CharmEndpoint& right) {
  return left.interface == right.interface
         && ((left.role == store::Role::Provider && right.role == store::Role::Requirer)
             || (left.role == store::Role::Requirer && right.role == store::Role::Provider));
}

namespace {

/// What one side alone can refuse: its life, an unknown endpoint, its limit.
std::optional<Refusal> refuses(const ApplicationState& application, const std::string& name) {
  const std::string& app = application.record.name;
  if (application.record.life != store::Life::Alive)
    return Refusal{protocol::Code::NotAlive,
                   fmt::format("application \"{}\" is {} and takes no relations (A2)", app,
                               store::to_string(application.record.life))};
  const std::optional<store::CharmEndpoint> endpoint = find_endpoint(*application.charm, name);
  if (!endpoint)
    return Refusal{protocol::Code::NoSuchEndpoint,
                   fmt::format("application \"{}\" has no endpoint \"{}\" (R4)", app, name)};
  std::uint32_t present = 0;
  for (const auto& [id, relation] : application.relations)
    for (const store::RelationEnd& end : relation.ends)
      present += end.application == app && end.endpoint == name ? 1 : 0;
  if (endpoint->limit > 0 && present >= endpoint->limit)
    return Refusal{
      protocol::Code::LimitExceeded,
      fmt::format("endpoint {}:{} takes at most {} relations (R2) and has {}, Dying ones included",
                  app, name, endpoint->limit, present)};
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

/// R3, with the words that tell a Dying holder of the key from a living one is the asker's: life is
/// the relation's own.
std::optional<Refusal> already_there(const ApplicationState& application, const std::string& key) {
  for (const auto& [id, relation] : application.relations)
    if (relation.key == key)
      return Refusal{
        protocol::Code::AlreadyExists,
        fmt::format(
          "relation \"{}\" already exists as relation {} (R3): if it is Dying, wait until it is "
          "removed",
          key, id)};
  return std::nullopt;
}

} // namespace

Decision relate(const ApplicationState& application, const Relate& first) {
  if (first.other_application == application.record.name)
    return refuse(protocol::Code::NoRelation,
                  fmt::format("application \"{0}\" cannot be related to itself (R2): relations "
                              "among the units of {0} are peer relations of its charm",
                              application.record.name));
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
  if (const std::optional<Refusal> refusal = refuses(application, second.endpoint))
    return refuse(refusal->code, refusal->text);
  const store::CharmEndpoint own = *find_endpoint(*application.charm, second.endpoint);
  if (!endpoints_fit(own, second.other))
    return refuse(
      protocol::Code::NoRelation,
      fmt::format(
        "{}:{} and {}:{} do not fit (R2): they need one interface, and one provider and one "
        "requirer",
        second.other_application, second.other.name, application.record.name, own.name));
  store::Relation relation = draft(end(second.other_application, second.other), second.other,
                                   end(application.record.name, own), own, context);
  if (relation.scope == store::ScopeKind::Container && !application.record.subordinate
      && !second.other_subordinate)
    return refuse(
      protocol::Code::NoRelation,
      fmt::format("relation \"{}\" is container-scoped and needs a subordinate on one side (B6)",
                  relation.key));
  if (const std::optional<Refusal> refusal = already_there(application, relation.key))
    return refuse(refusal->code, refusal->text);
  Decision decision = grow(application);
  decision.visits.push_back({model(), NumberRelation{std::move(relation)}});
  return decision;
}

} // namespace orrery::rules

#include "actors/rules/endpoints.hpp"

#include "actors/rules/relating.hpp"
#include "actors/rules/relation.hpp"
#include "actors/rules/wording.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace orrery::rules {

namespace {

constexpr std::string_view implicit_name = "juju-info";

/// One side as the user typed it.
struct Wanted {
  std::string application;
  std::string endpoint; ///< Empty: any.
};

struct Candidate {
  store::RelationEnd left;
  store::RelationEnd right;
  bool implicit = false;
  [[nodiscard]] std::string key() const {
    return left.role == store::Role::Requirer ? canonical_key({left, right})
                                              : canonical_key({right, left});
  }
};

tl::expected<Wanted, Refusal> take_apart(const std::string& text) {
  const std::size_t colon = text.find(':');
  Wanted wanted{text.substr(0, colon), colon == std::string::npos ? "" : text.substr(colon + 1)};
  const bool empty_endpoint = colon != std::string::npos && wanted.endpoint.empty();
  if (!store::is_application_name(wanted.application) || empty_endpoint
      || (!wanted.endpoint.empty() && !store::is_endpoint_name(wanted.endpoint)))
    return tl::unexpected(Refusal{
      protocol::Code::InvalidName,
      fmt::format("invalid endpoint \"{}\": write APPLICATION or APPLICATION:ENDPOINT", text)});
  return wanted;
}

store::CharmEndpoint implicit_endpoint() {
  return {std::string(implicit_name), std::string(implicit_name), store::Role::Provider,
          store::ScopeKind::Global, 0};
}

/// The endpoints of an application that a name (or none) can mean; peers relate to nobody else.
tl::expected<std::vector<store::CharmEndpoint>, Refusal>
endpoints_of(const store::Contents& contents, const Wanted& wanted) {
  const auto application = contents.applications.find(wanted.application);
  if (application == contents.applications.end())
    return tl::unexpected(Refusal{protocol::Code::NotFound,
                                  fmt::format("application \"{}\" not found", wanted.application)});
  const auto charm = contents.charms.find(application->second.charm);
  std::vector<store::CharmEndpoint> found;
  if (charm != contents.charms.end())
    for (const store::CharmEndpoint& endpoint : charm->second.endpoints)
      if (endpoint.role != store::Role::Peer
          && (wanted.endpoint.empty() || endpoint.name == wanted.endpoint))
        found.push_back(endpoint);
  if (wanted.endpoint.empty() || wanted.endpoint == implicit_name)
    found.push_back(implicit_endpoint());
  if (found.empty())
    return tl::unexpected(Refusal{protocol::Code::NoSuchEndpoint,
                                  fmt::format("application \"{}\" has no \"{}\" endpoint to relate",
                                              wanted.application, wanted.endpoint)});
  return found;
}

std::vector<Candidate> candidates(const store::Contents& contents,
                                  const Wanted& first,
                                  const std::vector<store::CharmEndpoint>& left,
                                  const Wanted& second,
                                  const std::vector<store::CharmEndpoint>& right) {
  std::vector<Candidate> found;
  if (first.application == second.application)
    return found;
  const bool subordinate = contents.applications.at(first.application).subordinate
                           || contents.applications.at(second.application).subordinate;
  for (const store::CharmEndpoint& l : left)
    for (const store::CharmEndpoint& r : right) {
      const bool container =
        l.scope == store::ScopeKind::Container || r.scope == store::ScopeKind::Container;
      if (endpoints_fit(l, r) && (!container || subordinate))
        found.push_back({{first.application, l.name, l.role},
                         {second.application, r.name, r.role},
                         l.name == implicit_name || r.name == implicit_name});
    }
  return found;
}

Refusal ambiguous(const std::string& first,
                  const std::string& second,
                  const std::vector<Candidate>& found) {
  std::vector<std::string> keys;
  for (const Candidate& candidate : found)
    keys.push_back("\"" + candidate.key() + "\"");
  std::sort(keys.begin(), keys.end());
  return {protocol::Code::Ambiguous,
          fmt::format("ambiguous relation: \"{} {}\" could refer to {}: name the endpoints", first,
                      second, listed(keys, "; "))};
}

protocol::AddRelation command(const Candidate& candidate) {
  return {candidate.left.application, candidate.left.endpoint, candidate.right.application,
          candidate.right.endpoint};
}

} // namespace

std::optional<store::CharmEndpoint> find_endpoint(const store::Charm& charm,
                                                  std::string_view name) {
  for (const store::CharmEndpoint& endpoint : charm.endpoints)
    if (endpoint.name == name)
      return endpoint;
  if (name == implicit_name)
    return implicit_endpoint(); // R4: every application provides it
  return std::nullopt;
}

tl::expected<protocol::AddRelation, Refusal> infer_relation(const store::Contents& contents,
                                                            const std::string& first,
                                                            const std::string& second) {
  const auto left = take_apart(first);
  const auto right = take_apart(second);
  if (!left || !right)
    return tl::unexpected(left ? right.error() : left.error());
  const auto left_endpoints = endpoints_of(contents, *left);
  if (!left_endpoints)
    return tl::unexpected(left_endpoints.error());
  const auto right_endpoints = endpoints_of(contents, *right);
  if (!right_endpoints)
    return tl::unexpected(right_endpoints.error());
  std::vector<Candidate> found =
    candidates(contents, *left, *left_endpoints, *right, *right_endpoints);
  if (found.empty())
    return tl::unexpected(
      Refusal{protocol::Code::NoRelation,
              fmt::format("no relations found: no endpoint of \"{}\" fits one of \"{}\": they "
                          "need one interface, and one provider and one requirer",
                          first, second)});
  if (found.size() == 1)
    return command(found.front());
  std::vector<Candidate> declared;
  std::copy_if(found.begin(), found.end(), std::back_inserter(declared),
               [](const Candidate& c) { return !c.implicit; });
  if (declared.size() == 1)
    return command(declared.front());
  return tl::unexpected(ambiguous(first, second, found));
}

namespace {

bool has_end(const store::Relation& relation, const Wanted& wanted) {
  return std::any_of(relation.ends.begin(), relation.ends.end(),
                     [&](const store::RelationEnd& end) {
                       return end.application == wanted.application
                              && (wanted.endpoint.empty() || end.endpoint == wanted.endpoint);
                     });
}

tl::expected<store::RelationId, Refusal> by_id(const store::Contents& contents,
                                               const std::string& text) {
  const std::optional<std::uint32_t> id = store::parse_id(text);
  if (!id)
    return tl::unexpected(Refusal{
      protocol::Code::InvalidName,
      fmt::format("\"{}\" is no relation id: give two endpoints, or an id as `orrery status "
                  "--format yaml` shows it",
                  text)});
  if (!contents.relations.contains(*id))
    return tl::unexpected(
      Refusal{protocol::Code::NotFound, fmt::format("relation {} not found", *id)});
  return *id;
}

} // namespace

tl::expected<store::RelationId, Refusal> find_relation(const store::Contents& contents,
                                                       const std::vector<std::string>& names) {
  if (names.size() == 1)
    return by_id(contents, names.front());
  const auto first = take_apart(names.at(0));
  const auto second = take_apart(names.at(1));
  if (!first || !second)
    return tl::unexpected(first ? second.error() : first.error());
  std::vector<const store::Relation*> found;
  for (const auto& [id, relation] : contents.relations)
    if (first->application != second->application && has_end(relation, *first)
        && has_end(relation, *second))
      found.push_back(&relation);
  if (found.size() == 1)
    return found.front()->id;
  if (found.empty())
    return tl::unexpected(Refusal{protocol::Code::NotFound,
                                  fmt::format("relation \"{} {}\" not found", names[0], names[1])});
  std::vector<std::string> keys;
  for (const store::Relation* relation : found)
    keys.push_back(fmt::format("\"{}\" (id {})", relation->key, relation->id));
  return tl::unexpected(Refusal{
    protocol::Code::Ambiguous,
    fmt::format("ambiguous relation: \"{} {}\" could refer to {}: name the endpoints or the id",
                names[0], names[1], listed(keys, "; "))});
}

} // namespace orrery::rules

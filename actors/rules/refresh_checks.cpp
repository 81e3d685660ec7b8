#include "actors/rules/refresh_checks.hpp"

#include "actors/rules/charm_numbers.hpp"
#include "actors/rules/option_kinds.hpp"
#include "actors/rules/relation.hpp"
#include "actors/rules/resources.hpp"
#include "actors/rules/storage_refresh.hpp"

#include <fmt/format.h>

namespace orrery::rules {

namespace {

/// Whether a relation can go on at that end of it. Its scope is container if either side asks for
/// that, so that only a global one can break.
bool fits(const store::Relation& relation,
          const store::RelationEnd& end,
          const store::CharmEndpoint& endpoint) {
  return endpoint.role == end.role && endpoint.interface == relation.interface
         && (endpoint.scope == store::ScopeKind::Global
             || relation.scope == store::ScopeKind::Container);
}

/// P10. What is implicit, and peers (P23), cannot break.
bool breaks(const std::string& application,
            const store::Relation& relation,
            const store::Charm& charm) {
  if (relation.ends.size() == 1)
    return false;
  for (const store::RelationEnd& end : relation.ends) {
    if (end.application != application)
      continue;
    const std::optional<store::CharmEndpoint> endpoint = find_endpoint(charm, end.endpoint);
    if (!endpoint || (end.endpoint != "juju-info" && !fits(relation, end, *endpoint)))
      return true;
  }
  return false;
}

/// Relations of an endpoint, Dying ones included.
std::uint32_t established(const ApplicationState& application, const std::string& endpoint) {
  std::uint32_t count = 0;
  for (const auto& [id, relation] : application.relations)
    for (const store::RelationEnd& end : relation.ends)
      count += end.application == application.record.name && end.endpoint == endpoint ? 1 : 0;
  return count;
}

/// P11
std::optional<Refusal> over_limit(const ApplicationState& application, const store::Charm& charm) {
  for (const store::CharmEndpoint& endpoint : charm.endpoints) {
    const std::uint32_t count = established(application, endpoint.name);
    if (endpoint.role != store::Role::Peer && endpoint.limit > 0 && count > endpoint.limit)
      return Refusal{protocol::Code::LimitExceeded,
                     fmt::format("new charm version imposes a maximum relation limit of {} for "
                                 "{}:{} which cannot be satisfied by the number of already "
                                 "established relations ({})",
                                 endpoint.limit, application.record.name, endpoint.name, count)};
  }
  return std::nullopt;
}

/// A value that was refused. What was typed for an option of type secret may be the very thing that
/// is to be kept (SE58).
std::string shown_setting(store::OptionType type, const std::string& text) {
  return type == store::OptionType::Secret ? "what names no secret" : "\"" + text + "\"";
}

Refusal unknown_setting(const std::string& name) {
  return {protocol::Code::BadOption,
          fmt::format("parsing config settings: unknown option \"{}\"", name)};
}

} // namespace

tl::expected<store::Settings, Refusal>
settings_of_refresh(const protocol::RefreshApplication& wanted) {
  store::Settings canonical;
  for (const std::string& name : wanted.reset)
    if (!wanted.charm.options.contains(name))
      return tl::unexpected(unknown_setting(name));
  for (const auto& [name, text] : wanted.config) {
    const auto option = wanted.charm.options.find(name);
    if (option == wanted.charm.options.end())
      return tl::unexpected(unknown_setting(name));
    const store::OptionType type = option->second.type;
    const config::Result<std::string> value =
      config::canonical_option(name, option_kind(type), text);
    if (!value)
      return tl::unexpected(
        Refusal{protocol::Code::BadOption,
                fmt::format("parsing config settings: option \"{}\" expected {}, got {}", name,
                            type_word(type), shown_setting(type, text))});
    canonical[name] = *value;
  }
  return canonical;
}

std::optional<Refusal> refuses_refresh(const ApplicationState& application,
                                       const protocol::RefreshApplication& wanted) {
  if (const auto settings = settings_of_refresh(wanted); !settings)
    return settings.error();
  const store::Charm& charm = wanted.charm;
  if (charm.url == application.charm->url && charm != *application.charm)
    return another_charm_has(charm.url);
  if (charm.subordinate != application.record.subordinate) // P8
    return Refusal{protocol::Code::IsSubordinate, "cannot change an application's subordinacy"};
  for (const auto& [id, relation] : application.relations)
    if (breaks(application.record.name, relation, charm))
      return Refusal{protocol::Code::NoSuchEndpoint,
                     fmt::format("would break relation \"{}\"", relation.key)};
  if (auto refusal = refuses_storage_of(*application.charm, charm)) // ST48
    return refusal;
  if (auto refusal = refuses_directives(charm, storage_after(application, wanted))) // ST12
    return refusal;
  if (auto unknown = refuses_uploads(charm, wanted.resources))
    return unknown;
  if (auto lacking = lacks_uploads(*application.charm, charm, wanted.resources))
    return lacking; // RS12
  return wanted.force ? std::nullopt : over_limit(application, charm);
}

} // namespace orrery::rules

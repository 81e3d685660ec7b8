#include "config/endpoint.hpp"

#include "config/fields.hpp"

#include <algorithm>
#include <limits>

namespace orrery::config {

namespace {

Result<void> read_interface(const Document& document, const Node& node, EndpointDeclaration& into) {
  auto text = document.text(node, "interface");
  if (!text)
    return tl::unexpected(std::move(text.error()));
  if (text->empty())
    return tl::unexpected(
      document.error(node, "the interface is empty", "write e.g. interface: http"));
  into.interface = std::move(*text);
  return {};
}

Result<void> read_scope(const Document& document, const Member& member, EndpointDeclaration& into) {
  const auto& node = member.value;
  const bool container = node.kind == Node::Kind::Scalar && node.scalar == "container";
  const bool global = node.kind == Node::Kind::Scalar && node.scalar == "global";
  if (!container && !global && node.kind != Node::Kind::Null)
    return tl::unexpected(document.error(node, "expected a scope, found " + describe(node),
                                         "write scope: global or container"));
  into.container = container;
  return {};
}

Result<void> read_limit(const Document& document, const Member& member, EndpointDeclaration& into) {
  if (member.value.kind == Node::Kind::Null)
    return {};
  const auto limit =
    document.whole_number(member.value, member.key, 0, std::numeric_limits<std::uint32_t>::max());
  if (!limit)
    return tl::unexpected(limit.error());
  into.limit = *limit;
  return {};
}

const Fields<EndpointDeclaration>& endpoint_fields() {
  static const Fields<EndpointDeclaration> fields{
    {"interface",
     [](const Document& document, const Member& member, EndpointDeclaration& into) {
       return read_interface(document, member.value, into);
     }},
    {"limit", read_limit},
    {"scope", read_scope},
  };
  return fields;
}

/// @returns whether nothing is wrong with it.
bool read_endpoint(const Document& document,
                   const Member& member,
                   EndpointDeclaration& into,
                   Findings& findings) {
  const bool named = is_endpoint_name(member.key);
  if (!named)
    findings.wrong(document.error(member, quote(member.key) + " is no endpoint name",
                                  "use lower-case letters, digits and inner - or _"));
  const auto& node = member.value;
  if (node.kind == Node::Kind::Scalar)
    return findings.take(read_interface(document, node, into)) && named;
  if (!read_all_fields(document, node, "endpoint " + quote(member.key), endpoint_fields(),
                       UnknownKeys::Ignore, into, findings))
    return false;
  if (into.interface.empty())
    findings.wrong(document.error(member, "endpoint " + quote(member.key) + " has no interface",
                                  "write e.g. " + member.key + ": {interface: http}"));
  return named && !into.interface.empty();
}

/// Where an endpoint that has been read names its interface.
const Node& interface_of(const Member& member) {
  const auto* inner = member.value.find("interface");
  return inner == nullptr ? member.value : inner->value;
}

/// Checks an endpoint that has been read against the charm and those that were read before.
void check_endpoint(const Document& document,
                    const Member& member,
                    const EndpointDeclaration& endpoint,
                    const MayBeReserved& may,
                    const std::vector<EndpointDeclaration>& others,
                    Findings& findings) {
  const bool is_requirement = endpoint.role == EndpointRole::Requirer;
  if (is_reserved_name(endpoint.interface) && !is_requirement && !may.all)
    findings.wrong(document.error(interface_of(member),
                                  "the interface " + quote(endpoint.interface)
                                    + " is reserved: only a requirement may name it",
                                  "choose a name that does not begin with juju"));
  const bool may_be_reserved =
    may.all || (may.container_requirements && is_requirement && endpoint.container);
  if (is_reserved_name(endpoint.name) && !may_be_reserved)
    findings.wrong(document.error(
      member, "the endpoint name " + quote(endpoint.name) + " is reserved", "rename it"));
  const bool taken = std::any_of(others.begin(), others.end(),
                                 [&](const auto& other) { return other.name == endpoint.name; });
  if (taken)
    findings.wrong(document.error(
      member, "endpoint " + quote(endpoint.name) + " is declared in another section already",
      "give each endpoint of provides, requires and peers a name of its own"));
}

} // namespace

bool read_endpoints(const Document& document,
                    const Member& section,
                    EndpointRole role,
                    const MayBeReserved& may,
                    std::vector<EndpointDeclaration>& into,
                    Findings& findings) {
  bool all = findings.take(document.expect_mapping(section.value, section.key));
  for (const auto& member : section.value.members) {
    EndpointDeclaration endpoint;
    endpoint.name = member.key;
    endpoint.role = role;
    if (!read_endpoint(document, member, endpoint, findings)) {
      all = false;
      continue;
    }
    check_endpoint(document, member, endpoint, may, into, findings);
    into.push_back(std::move(endpoint));
  }
  return all;
}

void read_extra_bindings(const Document& document,
                         const Member& section,
                         CharmDeclaration& charm,
                         Findings& findings) {
  findings.take(document.expect_mapping(section.value, section.key));
  for (const Member& binding : section.value.members) {
    if (binding.key.empty() || binding.value.kind != Node::Kind::Null)
      findings.wrong(document.error(binding, "an extra binding is a name without a value",
                                    "write e.g. extra-bindings: {admin: }"));
    const bool taken =
      std::any_of(charm.endpoints.begin(), charm.endpoints.end(),
                  [&](const auto& endpoint) { return endpoint.name == binding.key; });
    if (taken)
      findings.wrong(
        document.error(binding, "the extra binding " + quote(binding.key) + " is an endpoint, too",
                       "give it a name of its own"));
    charm.extra_bindings.push_back(binding.key);
  }
  std::sort(charm.extra_bindings.begin(), charm.extra_bindings.end());
}

} // namespace orrery::config

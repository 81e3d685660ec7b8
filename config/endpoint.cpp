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

Result<void>
read_endpoint(const Document& document, const Member& member, EndpointDeclaration& into) {
  if (!is_endpoint_name(member.key))
    return tl::unexpected(document.error(member, quote(member.key) + " is no endpoint name",
                                         "use lower-case letters, digits and inner - or _"));
  const auto& node = member.value;
  if (node.kind == Node::Kind::Scalar)
    return read_interface(document, node, into);
  if (auto read = read_fields(document, node, "endpoint " + quote(member.key), endpoint_fields(),
                              UnknownKeys::Ignore, into);
      !read)
    return read;
  if (into.interface.empty())
    return tl::unexpected(document.error(member,
                                         "endpoint " + quote(member.key) + " has no interface",
                                         "write e.g. " + member.key + ": {interface: http}"));
  return {};
}

/// Where an endpoint that has been read names its interface.
const Node& interface_of(const Member& member) {
  const auto* inner = member.value.find("interface");
  return inner == nullptr ? member.value : inner->value;
}

} // namespace

Result<void> read_endpoints(const Document& document,
                            const Member& section,
                            EndpointRole role,
                            const CharmDeclaration& charm,
                            std::vector<EndpointDeclaration>& into) {
  if (auto mapping = document.expect_mapping(section.value, section.key); !mapping)
    return mapping;
  const bool is_jujus_own = charm.name.starts_with("juju-");
  for (const auto& member : section.value.members) {
    EndpointDeclaration endpoint;
    endpoint.name = member.key;
    endpoint.role = role;
    if (auto read = read_endpoint(document, member, endpoint); !read)
      return read;
    if (is_reserved_name(endpoint.interface) && role != EndpointRole::Requirer && !is_jujus_own)
      return tl::unexpected(document.error(interface_of(member),
                                           "the interface " + quote(endpoint.interface)
                                             + " is reserved: only a requirement may name it",
                                           "choose a name that does not begin with juju"));
    const bool may_be_reserved =
      is_jujus_own || (charm.subordinate && role == EndpointRole::Requirer && endpoint.container);
    if (is_reserved_name(endpoint.name) && !may_be_reserved)
      return tl::unexpected(document.error(
        member, "the endpoint name " + quote(endpoint.name) + " is reserved", "rename it"));
    const bool taken = std::any_of(into.begin(), into.end(),
                                   [&](const auto& other) { return other.name == endpoint.name; });
    if (taken)
      return tl::unexpected(document.error(
        member, "endpoint " + quote(endpoint.name) + " is declared in another section already",
        "give each endpoint of provides, requires and peers a name of its own"));
    into.push_back(std::move(endpoint));
  }
  return {};
}

Result<void>
read_extra_bindings(const Document& document, const Member& section, CharmDeclaration& charm) {
  if (auto mapping = document.expect_mapping(section.value, section.key); !mapping)
    return mapping;
  for (const Member& binding : section.value.members) {
    if (binding.key.empty() || binding.value.kind != Node::Kind::Null)
      return tl::unexpected(document.error(binding, "an extra binding is a name without a value",
                                           "write e.g. extra-bindings: {admin: }"));
    const bool taken =
      std::any_of(charm.endpoints.begin(), charm.endpoints.end(),
                  [&](const auto& endpoint) { return endpoint.name == binding.key; });
    if (taken)
      return tl::unexpected(
        document.error(binding, "the extra binding " + quote(binding.key) + " is an endpoint, too",
                       "give it a name of its own"));
    charm.extra_bindings.push_back(binding.key);
  }
  std::sort(charm.extra_bindings.begin(), charm.extra_bindings.end());
  return {};
}

} // namespace orrery::config

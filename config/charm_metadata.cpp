#include "config/charm_metadata.hpp"

#include "config/charm_resources.hpp"
#include "config/charm_storage.hpp"
#include "config/endpoint.hpp"
#include "config/fields.hpp"
#include "config/metadata_keys.hpp"
#include "config/requirements.hpp"

#include <algorithm>
#include <utility>

namespace orrery::config {

namespace {

struct MetadataInFile {
  CharmDeclaration& charm;
  bool subordinate_is_known = true; ///< False once its value was read and is none.
};

Result<void> read_name(const Document& document, const Member& member, MetadataInFile& into) {
  auto text = document.text(member.value, member.key);
  if (!text)
    return tl::unexpected(std::move(text.error()));
  if (!is_application_name(*text))
    return tl::unexpected(document.error(
      member.value, quote(*text) + " is no charm name",
      "use lower-case letters, digits and inner dashes, a letter in each part, e.g. my-app"));
  into.charm.name = std::move(*text);
  return {};
}

Result<std::string> read_prose(const Document& document, const Member& member) {
  if (member.value.kind == Node::Kind::Null)
    return std::string{};
  return document.text(member.value, member.key);
}

Result<void> read_summary(const Document& document, const Member& member, MetadataInFile& into) {
  auto text = read_prose(document, member);
  if (!text)
    return tl::unexpected(std::move(text.error()));
  into.charm.summary = std::move(*text);
  return {};
}

Result<void>
read_description(const Document& document, const Member& member, MetadataInFile& into) {
  auto text = read_prose(document, member);
  if (!text)
    return tl::unexpected(std::move(text.error()));
  into.charm.description = std::move(*text);
  return {};
}

Result<void>
read_subordinate(const Document& document, const Member& member, MetadataInFile& into) {
  const auto value = document.boolean(member.value, member.key);
  into.subordinate_is_known = value.has_value();
  if (!value)
    return tl::unexpected(value.error());
  into.charm.subordinate = *value;
  return {};
}

/// Allows reserved names also where a name or `subordinate` that could not be read may allow them.
MayBeReserved may_be_reserved(const MetadataInFile& read) {
  const CharmDeclaration& charm = read.charm;
  return {charm.name.empty() || charm.name.starts_with("juju-"),
          charm.subordinate || !read.subordinate_is_known};
}

/// @returns whether all could be read.
bool read_all_endpoints(const Document& document,
                        const MayBeReserved& may,
                        std::vector<EndpointDeclaration>& into,
                        Findings& findings) {
  constexpr std::pair<const char*, EndpointRole> sections[] = {
    {"provides", EndpointRole::Provider},
    {"requires", EndpointRole::Requirer},
    {"peers", EndpointRole::Peer},
  };
  bool all = true;
  for (const auto& [key, role] : sections)
    if (const auto* section = document.root().find(key))
      all = read_endpoints(document, *section, role, may, into, findings) && all;
  std::sort(into.begin(), into.end(),
            [](const auto& left, const auto& right) { return left.name < right.name; });
  return all;
}

/// A subordinate is deployed into the container of what it is related to: it needs a relation that
/// says so.
Result<void> check_subordinate(const Document& document, const CharmDeclaration& charm) {
  const bool contained =
    std::any_of(charm.endpoints.begin(), charm.endpoints.end(), [](const auto& endpoint) {
      return endpoint.role == EndpointRole::Requirer && endpoint.container;
    });
  if (!charm.subordinate || contained)
    return {};
  return tl::unexpected(document.error(
    *document.root().find("subordinate"),
    "the subordinate charm " + quote(charm.name) + " requires nothing with scope: container",
    "add e.g. requires: {host: {interface: juju-info, scope: container}}"));
}

} // namespace

bool read_metadata(const Document& document, CharmDeclaration& charm, Findings& findings) {
  static const Fields<MetadataInFile> fields{
    {"description", read_description},
    {"name", read_name},
    {"subordinate", read_subordinate},
    {"summary", read_summary},
  };
  const Node& root = document.root();
  MetadataInFile read{charm};
  // Charms have many keys that mean nothing here.
  read_all_fields(document, root, "the metadata", fields, UnknownKeys::Ignore, read, findings);
  if (root.kind != Node::Kind::Mapping && root.kind != Node::Kind::Null)
    return false;
  if (root.find("name") == nullptr)
    findings.wrong(
      Error{document.file(), 0, 0, "the charm has no name", "write e.g. name: my-app"});
  for (const Error& warning : document.warnings())
    findings.warn(warning);
  warn_of_misspelled_keys(document, findings);
  read_requirements(document, findings);
  const bool knows_endpoints =
    read_all_endpoints(document, may_be_reserved(read), charm.endpoints, findings);
  if (const auto* extra = root.find("extra-bindings"))
    read_extra_bindings(document, *extra, charm, findings);
  if (const auto* storage = root.find("storage"))
    read_storage(document, *storage, charm, findings);
  if (const auto* resources = root.find("resources"))
    read_resources(document, *resources, charm, findings);
  if (knows_endpoints)
    findings.take(check_subordinate(document, charm));
  return knows_endpoints;
}

} // namespace orrery::config

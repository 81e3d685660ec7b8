#include "config/charm.hpp"

#include "config/actions.hpp"
#include "config/charm_file.hpp"
#include "config/charm_version.hpp"
#include "config/charmcraft.hpp"
#include "config/endpoint.hpp"
#include "config/fields.hpp"
#include "config/hook_files.hpp"
#include "config/metadata_keys.hpp"
#include "config/option.hpp"
#include "config/orrery_file.hpp"
#include "config/requirements.hpp"
#include "config/yaml.hpp"

#include <algorithm>
#include <optional>
#include <system_error>
#include <utility>

namespace orrery::config {

namespace {

namespace fs = std::filesystem;

Result<void> read_name(const Document& document, const Member& member, CharmDeclaration& into) {
  auto text = document.text(member.value, member.key);
  if (!text)
    return tl::unexpected(std::move(text.error()));
  if (!is_application_name(*text))
    return tl::unexpected(document.error(
      member.value, quote(*text) + " is no charm name",
      "use lower-case letters, digits and inner dashes, a letter in each part, e.g. my-app"));
  into.name = std::move(*text);
  return {};
}

Result<std::string> read_prose(const Document& document, const Member& member) {
  if (member.value.kind == Node::Kind::Null)
    return std::string{};
  return document.text(member.value, member.key);
}

Result<void> read_summary(const Document& document, const Member& member, CharmDeclaration& into) {
  auto text = read_prose(document, member);
  if (!text)
    return tl::unexpected(std::move(text.error()));
  into.summary = std::move(*text);
  return {};
}

Result<void>
read_description(const Document& document, const Member& member, CharmDeclaration& into) {
  auto text = read_prose(document, member);
  if (!text)
    return tl::unexpected(std::move(text.error()));
  into.description = std::move(*text);
  return {};
}

Result<void>
read_subordinate(const Document& document, const Member& member, CharmDeclaration& into) {
  const auto value = document.boolean(member.value, member.key);
  if (!value)
    return tl::unexpected(value.error());
  into.subordinate = *value;
  return {};
}

Result<void> read_all_endpoints(const Document& document, CharmDeclaration& into) {
  constexpr std::pair<const char*, EndpointRole> sections[] = {
    {"provides", EndpointRole::Provider},
    {"requires", EndpointRole::Requirer},
    {"peers", EndpointRole::Peer},
  };
  for (const auto& [key, role] : sections) {
    const auto* section = document.root().find(key);
    if (section == nullptr)
      continue;
    if (auto read = read_endpoints(document, *section, role, into, into.endpoints); !read)
      return read;
  }
  std::sort(into.endpoints.begin(), into.endpoints.end(),
            [](const auto& left, const auto& right) { return left.name < right.name; });
  return {};
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

Result<CharmDeclaration> read_metadata(const Document& document) {
  static const Fields<CharmDeclaration> fields{
    {"description", read_description},
    {"name", read_name},
    {"subordinate", read_subordinate},
    {"summary", read_summary},
  };
  CharmDeclaration charm;
  // Charms have many keys that mean nothing here.
  if (auto read =
        read_fields(document, document.root(), "the metadata", fields, UnknownKeys::Ignore, charm);
      !read)
    return tl::unexpected(std::move(read.error()));
  if (charm.name.empty())
    return tl::unexpected(
      Error{document.file(), 0, 0, "the charm has no name", "write e.g. name: my-app"});
  charm.warnings = document.warnings();
  warn_of_misspelled_keys(document, charm);
  read_requirements(document, charm);
  if (auto read = read_all_endpoints(document, charm); !read)
    return tl::unexpected(std::move(read.error()));
  if (const auto* extra = document.root().find("extra-bindings"))
    if (auto read = read_extra_bindings(document, *extra, charm); !read)
      return tl::unexpected(std::move(read.error()));
  if (auto checked = check_subordinate(document, charm); !checked)
    return tl::unexpected(std::move(checked.error()));
  return charm;
}

Result<void> check_directory(const fs::path& directory) {
  std::error_code failed;
  const auto status = fs::status(directory, failed);
  if (status.type() == fs::file_type::not_found)
    return tl::unexpected(
      Error{directory.string(), 0, 0, "there is no such directory", "check the path"});
  if (!failed && status.type() != fs::file_type::directory)
    return tl::unexpected(Error{directory.string(), 0, 0, "this is no directory",
                                "unpack the charm and give its directory"});
  if (!failed)
    static_cast<void>(fs::directory_iterator{directory, failed});
  if (failed)
    return tl::unexpected(Error{directory.string(), 0, 0,
                                "the directory cannot be read (" + failed.message() + ")",
                                "give the orchestrator's user the right to read it"});
  return {};
}

/// The `options` below `section`, or none.
Result<void> take_options(const Document& document, const Node& section, CharmDeclaration& charm) {
  if (auto mapping = document.expect_mapping(section, "config"); !mapping)
    return mapping;
  const auto* options = section.find("options");
  for (const Member& member : section.members)
    if (member.key != "options")
      charm.warnings.push_back(
        document
          .error(member, "config has no key " + quote(member.key) + ", which is ignored",
                 "put options below options:")
          .text());
  if (options == nullptr)
    return {};
  auto read = read_options(document, options->value);
  if (!read)
    return tl::unexpected(std::move(read.error()));
  charm.options = std::move(*read);
  return {};
}

Result<void> take_actions(const Document& document, const Node& section, CharmDeclaration& charm) {
  auto read = read_actions(document, section, charm.name);
  if (!read)
    return tl::unexpected(std::move(read.error()));
  charm.actions = std::move(*read);
  return {};
}

/// The files beside metadata.yaml, or the sections of charmcraft.yaml.
Result<void> read_other_files(const fs::path& directory,
                              const Document& metadata,
                              bool classic,
                              CharmDeclaration& charm) {
  const auto section = [&](const char* name) {
    return classic ? nullptr : metadata.root().find(name);
  };
  if (auto read =
        read_charm_file(directory, "config", "options", metadata, section("config"), charm,
                        [&](const Document& document, const Node& node) {
                          return take_options(document, node, charm);
                        });
      !read)
    return read;
  if (is_there(directory / "lxd-profile.yaml"))
    charm.lacking.emplace_back("LXD profile");
  return read_charm_file(directory, "actions", "actions", metadata, section("actions"), charm,
                         [&](const Document& document, const Node& node) {
                           return take_actions(document, node, charm);
                         });
}

/// The files that say which charm of its name it is.
Result<void> read_identity(const fs::path& directory, CharmDeclaration& charm) {
  const auto revision = read_charm_revision(directory);
  if (!revision)
    return tl::unexpected(revision.error());
  auto version = read_charm_version(directory);
  if (!version)
    return tl::unexpected(std::move(version.error()));
  charm.revision = *revision;
  charm.version = std::move(*version);
  return {};
}

} // namespace

Result<CharmDeclaration> load_charm(const fs::path& directory) {
  if (auto checked = check_directory(directory); !checked)
    return tl::unexpected(std::move(checked.error()));
  const bool classic = is_there(directory / "metadata.yaml");
  if (!classic && !is_there(directory / "charmcraft.yaml"))
    return tl::unexpected(Error{directory.string(), 0, 0,
                                "there is neither metadata.yaml nor charmcraft.yaml",
                                "give the directory of a charm"});
  const auto document = read_yaml(directory / (classic ? "metadata.yaml" : "charmcraft.yaml"),
                                  small_limits, Dialect::Juju);
  if (!document)
    return tl::unexpected(document.error());
  auto charm = read_metadata(*document);
  if (!charm)
    return charm;
  if (auto read = read_other_files(directory, *document, classic, *charm); !read)
    return tl::unexpected(std::move(read.error()));
  if (auto read = read_identity(directory, *charm); !read)
    return tl::unexpected(std::move(read.error()));
  if (const auto own = load_orrery_file(directory); !own) // each unit's agent reads it again
    return tl::unexpected(own.error());
  if (!classic)
    charm->split_files = split_charmcraft(*document);
  const auto dispatch = check_hook_files(directory, *charm);
  if (!dispatch)
    return tl::unexpected(dispatch.error());
  charm->has_dispatch = *dispatch;
  return charm;
}

} // namespace orrery::config

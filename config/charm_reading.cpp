#include "config/charm_reading.hpp"

#include "config/actions.hpp"
#include "config/charm_file.hpp"
#include "config/charm_metadata.hpp"
#include "config/charm_version.hpp"
#include "config/charmcraft.hpp"
#include "config/file_kind.hpp"
#include "config/hook_files.hpp"
#include "config/option.hpp"
#include "config/orrery_file.hpp"
#include "config/yaml.hpp"

#include <system_error>
#include <utility>

namespace orrery::config {

namespace {

namespace fs = std::filesystem;

Result<void> check_directory(const fs::path& directory) {
  std::error_code failed;
  const auto status = fs::status(directory, failed);
  if (status.type() == fs::file_type::not_found)
    return tl::unexpected(
      Error{directory.string(), 0, 0, "there is no such directory", "check the path"});
  if (!failed && status.type() != fs::file_type::directory)
    return tl::unexpected(Error{directory.string(), 0, 0,
                                "this is " + std::string(file_kind(status.type())),
                                "give a charm's directory or its .charm archive"});
  if (!failed)
    static_cast<void>(fs::directory_iterator{directory, failed});
  if (failed)
    return tl::unexpected(Error{directory.string(), 0, 0,
                                "the directory cannot be read (" + failed.message() + ")",
                                "give the orchestrator's user the right to read it"});
  return {};
}

/// Takes the `options` below `section`, if there are any.
void take_options(const Document& document, const Node& section, CharmReading& into) {
  into.findings.take(document.expect_mapping(section, "config"));
  for (const Member& member : section.members)
    if (member.key != "options")
      into.findings.warn(
        document.error(member, "config has no key " + quote(member.key) + ", which is ignored",
                       "put options below options:"));
  if (const auto* options = section.find("options"))
    into.charm.options = read_options(document, options->value, into.findings);
}

void read_action_file(const OpenedDirectory& directory,
                      const Document& metadata,
                      bool classic,
                      CharmReading& into) {
  read_charm_file(
    directory, "actions", "actions", metadata, classic ? nullptr : metadata.root().find("actions"),
    into.findings, [&](const Document& document, const Node& node) {
      into.charm.actions = read_actions(document, node, into.charm.name, into.findings);
    });
}

/// Reads the files beside metadata.yaml, or the sections of charmcraft.yaml.
void read_other_files(const OpenedDirectory& directory,
                      const Document& metadata,
                      bool classic,
                      CharmReading& into) {
  const auto section = [&](const char* name) {
    return classic ? nullptr : metadata.root().find(name);
  };
  read_charm_file(
    directory, "config", "options", metadata, section("config"), into.findings,
    [&](const Document& document, const Node& node) { take_options(document, node, into); });
  if (const char* const profile = "lxd-profile.yaml"; directory.has(profile))
    into.findings.lacking(Error{(directory.path() / profile).string(), 0, 0, "LXD profile", ""});
  read_action_file(directory, metadata, classic, into);
}

} // namespace

CharmReading read_charm(const fs::path& directory) {
  CharmReading read;
  CharmDeclaration& charm = read.charm;
  Findings& findings = read.findings;
  if (!findings.take(check_directory(directory)))
    return read;
  const auto opened = OpenedDirectory::named(directory);
  const bool classic = opened.has("metadata.yaml");
  read.is_charm = classic || opened.has("charmcraft.yaml");
  if (!read.is_charm) {
    findings.wrong(Error{directory.string(), 0, 0,
                         "there is neither metadata.yaml nor charmcraft.yaml",
                         "give the directory of a charm"});
    return read;
  }
  const char* const file = classic ? "metadata.yaml" : "charmcraft.yaml";
  auto document = read_yaml(opened, file, small_limits, Dialect::Juju, MoreDocuments::Warned);
  bool knows_endpoints = false;
  if (findings.take(document))
    knows_endpoints = read_metadata(*document, charm, findings);
  else
    document =
      Document{(directory / file).string(), Node{}}; // what else is there is read all the same
  read_other_files(opened, *document, classic, read);
  if (const auto revision = read_charm_revision(opened); findings.take(revision))
    charm.revision = *revision;
  if (auto version = read_charm_version(opened); findings.take(version))
    charm.version = std::move(*version);
  findings.take(load_orrery_file(opened)); // each unit's agent reads it again
  if (!classic)
    charm.split_files = split_charmcraft(*document);
  charm.has_dispatch = check_hook_files(directory, knows_endpoints, charm, findings);
  return read;
}

Result<std::map<std::string, ActionDeclaration>>
read_charm_actions(const OpenedDirectory& directory) {
  const bool classic = directory.has("metadata.yaml");
  const auto document = read_yaml(directory, classic ? "metadata.yaml" : "charmcraft.yaml",
                                  small_limits, Dialect::Juju, MoreDocuments::Warned);
  if (!document)
    return tl::unexpected(document.error());
  CharmReading read; // without the charm's name no name of an action is reserved
  read_action_file(directory, *document, classic, read);
  for (const Finding& finding : read.findings.all())
    if (finding.kind == Finding::Kind::Wrong)
      return tl::unexpected(finding.error);
  return std::move(read.charm.actions);
}

} // namespace orrery::config

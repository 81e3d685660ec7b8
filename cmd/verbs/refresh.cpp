#include "cmd/charms/bindings.hpp"
#include "cmd/charms/deployment.hpp"
#include "cmd/charms/given_trust.hpp"
#include "cmd/charms/refreshing.hpp"
#include "cmd/charms/storage_directives.hpp"
#include "cmd/verbs/dry_run.hpp"
#include "cmd/verbs/groups.hpp"
#include "cmd/verbs/kept_storage.hpp"
#include "cmd/verbs/option_words.hpp"
#include "cmd/views/render/bindings.hpp"

#include <array>
#include <utility>

namespace orrery::cmd {

namespace {

/// Flags that cannot be given together (P1); nothing if none are.
std::optional<UsageError> exclusive_flags(const Arguments& arguments) {
  static constexpr std::array<std::pair<const char*, const char*>, 3> pairs{
    {{"switch", "revision"}, {"path", "revision"}, {"switch", "path"}}};
  for (const auto& [first, other] : pairs)
    if (arguments.has(first) && arguments.has(other))
      return UsageError{std::string{"--"} + first + " and --" + other + " are mutually exclusive",
                        std::nullopt};
  return std::nullopt;
}

/// Why no charm is named that could be taken (P1, P2); empty if one is.
std::string path_trouble(const Session& session, const Arguments& arguments) {
  if (arguments.has("switch"))
    return "--switch names a charm of a charm store, and Orrery has none: give the new charm's "
           "directory or archive with --path";
  if (!arguments.has("path"))
    return "refreshing a local charm requires either --path or --switch";
  const auto path = session.path(*arguments.text("path"));
  std::error_code error;
  if (!std::filesystem::exists(path, error))
    return "no charm was found at " + path.string()
           + ": --path takes a charm's directory or archive";
  return {};
}

/// Whether a charm's directory is of Juju's format 2, which is packed with a manifest.
bool has_manifest(const std::filesystem::path& directory) {
  std::error_code error;
  return std::filesystem::exists(directory / "manifest.yaml", error);
}

/// Why the application cannot have the charm, beyond what the rule for it says; empty if it can.
std::string charm_trouble(Session& session,
                          const store::Contents& contents,
                          const store::Application& application,
                          const CharmSource& source,
                          bool force) {
  const config::CharmDeclaration& charm = source.charm();
  const auto old = contents.charms.find(application.charm);
  if (can_refresh_to(contents, application, charm.name)) {
    const bool loses_manifest = has_manifest(session.orchestrator->files_of(old->second))
                                && !has_manifest(source.directory());
    if (loses_manifest && !force) // P15
      return "cannot downgrade from v2 charm format to v1: the charm has no manifest.yaml, and the "
             "one of \""
             + application.name + "\" has; --force takes it all the same";
    return check_charm(session, charm, force);
  }
  return "cannot refresh \"" + (old == contents.charms.end() ? application.charm : old->second.name)
         + "\" to \"" + charm.name + "\""; // P2
}

/// Why no resource is given by its revision in a charm store (RS12); empty if none is.
std::string revision_trouble(const Session& session, const ResourceWords& given) {
  for (const auto& [name, word] : given) {
    const bool is_number = word.find_first_not_of("0123456789") == std::string::npos;
    std::error_code error;
    if (is_number && !std::filesystem::exists(session.path(word), error))
      return "resource \"" + name + "\" revision not found, provide via --resource";
  }
  return {};
}

/// Gives the charm that an application has other files: no other charm is needed for that (P7).
Outcome refresh_resources(Session& session,
                          const Arguments& arguments,
                          const store::Contents& contents,
                          const store::Application& application,
                          const ResourceWords& given) {
  for (const char* flag : {"config", "trust", "bind", "storage", "force-units"})
    if (arguments.has(flag))
      return session.fail(std::string{"--"} + flag
                          + " goes with --path: --resource alone changes files only");
  const auto charm = contents.charms.find(application.charm);
  if (charm == contents.charms.end())
    return session.fail("charm " + application.charm + " has no record: orrery check");
  if (const auto trouble = revision_trouble(session, given); !trouble.empty())
    return session.fail(trouble);
  const auto uploads = upload_resources(session, filenames_of(charm->second.resources), given);
  if (!uploads)
    return session.fail(uploads.error());
  protocol::RefreshApplication command;
  command.application = application.name;
  command.charm = charm->second;
  command.resources = uploads->all;
  command.force_units = application.force_units; // as they were
  return perform(session, command, "cannot refresh \"" + application.name + "\"") ? Exit::Fine
                                                                                  : Exit::Failed;
}

Outcome refresh_application(Session& session, const Arguments& arguments) {
  const auto& name = arguments.words[0];
  if (auto both = exclusive_flags(arguments))
    return tl::unexpected(std::move(*both));
  if (!store::is_application_name(name))
    return session.fail("invalid application name \"" + name + "\"");
  const auto contents = read_named(session, {.applications = {name}});
  if (!contents)
    return Exit::Failed;
  const auto found = contents->applications.find(name);
  if (found == contents->applications.end())
    return fail_missing(session, {store::EntityKind::Application, name});
  const auto resources = read_resource_words(arguments.all("resource"));
  if (!resources)
    return arguments.wrong(0, resources.error());
  if (!resources->empty() && !arguments.has("path") && !arguments.has("switch"))
    return refresh_resources(session, arguments, *contents, found->second, *resources);
  if (const auto trouble = path_trouble(session, arguments); !trouble.empty())
    return session.fail(trouble);
  auto bindings = read_bindings(arguments.text("bind").value_or(""));
  if (!bindings)
    return session.fail(bindings.error());
  const auto source = CharmSource::open(session.orchestrator->data_directory(),
                                        session.path(*arguments.text("path")));
  if (!source)
    return session.fail(source.error());
  if (const auto trouble =
        charm_trouble(session, *contents, found->second, *source, arguments.on("force"));
      !trouble.empty())
    return session.fail(trouble);
  if (const auto trouble = revision_trouble(session, *resources); !trouble.empty())
    return session.fail(trouble);
  auto options = read_options(session, name, arguments.all("config"));
  if (!options)
    return session.fail(options.error());
  const auto trusted = take_trust(*options, source->charm().options.contains("trust"));
  if (!trusted)
    return session.fail(trusted.error());
  auto storage = read_storage_flags(arguments.all("storage"));
  if (!storage)
    return arguments.wrong(0, storage.error());
  Refreshing wanted;
  wanted.storage = std::move(*storage);
  wanted.application = name;
  wanted.options = std::move(*options);
  wanted.resources = *resources;
  wanted.bindings = std::move(*bindings);
  if (const auto old = contents->charms.find(found->second.charm); old != contents->charms.end())
    wanted.bound = render::bindable(old->second);
  wanted.trusted = arguments.has("trust") ? arguments.on("trust") : *trusted;
  wanted.force = arguments.on("force");
  wanted.force_units = arguments.on("force-units");
  wanted.is_dry = arguments.on("dry-run");
  const int exit = refresh(session, *source, wanted);
  if (exit == Exit::Fine && !wanted.is_dry)
    tell_kept_storage(session, name, wanted.storage);
  return exit;
}

/// Flags for charm stores and bases (P9) are known, and do nothing here.
std::vector<Flag> refresh_flags() {
  return {
    {"path", '\0', Flag::Kind::Text, "PATH", "The new charm: its directory or archive"},
    {"config", '\0', Flag::Kind::Text, "KEY=VALUE|FILE",
     "Options, or a YAML file of them, - for standard input"},
    {"trust", '\0', Flag::Kind::Switch, "", "Let the charm ask for the cloud's credential"},
    {"force-units", '\0', Flag::Kind::Switch, "", "Units in error get it at once, too"},
    {"force", '\0', Flag::Kind::Switch, "", "Past limits of relations and what cannot run here"},
    {"base", '\0', Flag::Kind::Text, "BASE", "Base of the machines", true},
    {"channel", '\0', Flag::Kind::Text, "CHANNEL", "Channel in a charm store", true},
    {"force-base", '\0', Flag::Kind::Switch, "", "Past bases of the charm", true},
    {"force-series", '\0', Flag::Kind::Switch, "", "Past bases of the charm", true},
    {"revision", '\0', Flag::Kind::Number, "N", "Revision in a charm store: there is none"},
    {"switch", '\0', Flag::Kind::Text, "CHARM", "Charm in a charm store: there is none"},
    {"resource", '\0', Flag::Kind::Text, "NAME=FILE",
     "A file for the charm; without --path for the one that it has"},
    {"storage", '\0', Flag::Kind::Text, "NAME=DIRECTIVE",
     "Storage of its units to come, \"data=2,10G\"; may be given again"},
    {"bind", '\0', Flag::Kind::Text, "SPACES", "Spaces of its endpoints: alpha is the only one"},
  };
}

} // namespace

std::vector<Verb> refresh_verbs() {
  Verb verb;
  verb.name = "refresh";
  verb.aliases = {"upgrade-charm"};
  verb.right = Right::Write;
  verb.arguments = "APPLICATION";
  verb.summary = "Give an application's units a newer charm";
  verb.flags = refresh_flags();
  verb.examples = {"refresh shop --path ./charms/shop", "refresh shop --path ./shop_amd64.charm",
                   "refresh shop --path ./charms/shop --config port=8081",
                   "refresh shop --path ./charms/shop --force-units",
                   "refresh shop --resource site=./site.tgz"};
  verb.words_min = 1;
  verb.words_max = 1;
  verb.handler = refresh_application;
  return {with_dry_run(verb)};
}

} // namespace orrery::cmd

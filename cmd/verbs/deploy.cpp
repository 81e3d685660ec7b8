#include "cmd/charms/attached_storage.hpp"
#include "cmd/charms/bindings.hpp"
#include "cmd/charms/bundle_deployment.hpp"
#include "cmd/charms/deployment.hpp"
#include "cmd/charms/given_trust.hpp"
#include "cmd/charms/host_constraints.hpp"
#include "cmd/charms/placement.hpp"
#include "cmd/charms/storage_directives.hpp"
#include "cmd/charms/unread_secrets.hpp"
#include "cmd/verbs/dry_run.hpp"
#include "cmd/verbs/groups.hpp"
#include "cmd/verbs/option_words.hpp"
#include "config/bundle.hpp"
#include "config/counted.hpp"
#include "config/file_kind.hpp"

namespace orrery::cmd {

namespace {

/// What a charm is deployed with.
struct Wish {
  std::vector<std::optional<store::MachineId>> places;
  std::uint32_t units = 1;
  std::vector<std::string> attached; ///< Storage that the unit begins with (ST14).
};

/// How many units, and where; a subordinate has none of its own.
tl::expected<Wish, std::string>
read_wish(Session& session, const Arguments& arguments, bool subordinate) {
  Wish wish;
  const auto given = arguments.number("num-units");
  const auto attached = read_attached(arguments.all("attach-storage"));
  if (!attached)
    return tl::unexpected(attached.error());
  if (subordinate) {
    if (!attached->empty())
      return tl::unexpected(
        std::string{"cannot use --attach-storage with a subordinate application"});
    // One is what Juju has where nothing is said, so its clients send it.
    if (given.value_or(0) > 1 || arguments.has("to"))
      return tl::unexpected(std::string{
        "cannot use --num-units or --to with a subordinate application: its units come with "
        "those of the applications it is related to"});
    wish.units = 0;
    return wish;
  }
  auto places = read_placement(*session.orchestrator, arguments.all("to"));
  if (!places)
    return tl::unexpected(places.error());
  wish.units = given.value_or(1);
  if (auto trouble = count_trouble("--num-units", wish.units, arguments.on("dry-run"));
      !trouble.empty())
    return tl::unexpected(std::move(trouble));
  wish.places = std::move(*places);
  wish.attached = *attached;
  if (wish.places.size() > wish.units)
    return tl::unexpected("--to names " + config::counted(wish.places.size(), "place") + " for "
                          + config::counted(wish.units, "unit"));
  return wish;
}

/// Why the charm's endpoints cannot be bound so, in Juju's words; empty if they can.
std::string binding_trouble(const std::string& application,
                            const config::CharmDeclaration& charm,
                            const std::string& text) {
  const auto named = read_bindings(text);
  if (!named)
    return named.error();
  Bound known(charm.extra_bindings.begin(), charm.extra_bindings.end());
  for (const config::EndpointDeclaration& endpoint : charm.endpoints)
    known.insert(endpoint.name);
  const auto unknown = unknown_binding(*named, known);
  return unknown.empty() ? std::string()
                         : "cannot add application \"" + application + "\": unknown endpoint \""
                             + unknown + "\" not valid";
}

Outcome deploy_charm(Session& session, const Arguments& arguments) {
  const auto source =
    CharmSource::open(session.orchestrator->data_directory(), session.path(arguments.words[0]));
  if (!source)
    return session.fail(source.error());
  const auto& charm = source->charm();
  if (const auto trouble = check_charm(session, charm, arguments.on("force")); !trouble.empty())
    return session.fail(trouble);
  const auto name = arguments.words.size() > 1 ? arguments.words[1] : charm.name;
  const auto contents = read_named(session, {.applications = {name}, .charm = charm.name});
  if (!contents)
    return Exit::Failed;
  if (const auto trouble = name_trouble(*contents, name, charm.name); !trouble.empty())
    return session.fail("cannot deploy \"" + name + "\": " + trouble);
  if (const auto trouble = binding_trouble(name, charm, arguments.text("bind").value_or(""));
      !trouble.empty())
    return session.fail(trouble);
  const auto constraints = read_constraints(session, arguments.all("constraints"));
  if (!constraints)
    return session.fail(constraints.error());
  if (charm.subordinate && !constraints->empty())
    return session.fail("cannot use --constraints with subordinate application");
  const auto storage = read_storage_flags(arguments.all("storage"));
  if (!storage)
    return arguments.wrong(0, storage.error());
  const auto wish = read_wish(session, arguments, charm.subordinate);
  if (!wish)
    return session.fail(wish.error());
  const auto trouble = attached_trouble(session, wish->attached, charm);
  if (!trouble)
    return Exit::Failed;
  if (!trouble->empty())
    return session.fail(*trouble);
  const auto resources = read_resource_words(arguments.all("resource"));
  if (!resources)
    return arguments.wrong(0, resources.error());
  auto options = read_options(session, name, arguments.all("config"));
  if (!options)
    return session.fail(options.error());
  const auto trusted = take_trust(*options, charm.options.contains("trust"));
  if (!trusted)
    return session.fail(trusted.error());
  auto uploads = upload_resources(session, filenames_of(charm.resources), *resources);
  if (!uploads)
    return session.fail(uploads.error());
  std::map<std::string, store::Charm> taken;
  auto prepared = prepare_application(session, *contents, name, *source, *options, taken);
  if (!prepared)
    return session.fail(prepared.error());
  prepared->trusted = trusted->value_or(false) || arguments.on("trust");
  prepared->constraints = *constraints;
  prepared->storage = *storage;
  prepared->uploads = std::move(*uploads);
  if (const auto wrong = range_trouble(wish->attached, prepared->charm, *storage); !wrong.empty())
    return session.fail(wrong);
  if (!create_application(session, *prepared))
    return Exit::Failed;
  warn_of_unread_secrets(session, name, prepared->config);
  WantedUnits wanted = wanted_units(wish->units, wish->places);
  wanted.attached = wish->attached;
  return add_units(session, name, wanted) ? Exit::Fine : Exit::Failed;
}

/// Says why nothing can be deployed from there, whatever is in it; empty: something may be.
std::string source_trouble(const std::filesystem::path& path) {
  using std::filesystem::file_type;
  constexpr const char* taken =
    ": Orrery deploys from a charm's directory or archive, or a bundle's file";
  std::error_code error;
  const auto type = std::filesystem::status(path, error).type();
  if (!std::filesystem::exists(path, error))
    return "no charm or bundle was found at " + path.string() + taken;
  if (type == file_type::regular || type == file_type::directory || type == file_type::unknown)
    return {}; // why it cannot be looked at, whoever reads it says
  return path.string() + " is " + std::string(config::file_kind(type)) + taken;
}

Outcome deploy(Session& session, const Arguments& arguments) {
  if (arguments.has("attach-storage") && arguments.number("num-units").value_or(1) != 1)
    return arguments.wrong(0, "--attach-storage cannot be used with -n"); // ST14
  auto path = session.path(arguments.words[0]);
  if (const auto bundle = config::bundle_in(path))
    path = *bundle;
  if (const auto trouble = source_trouble(path); !trouble.empty())
    return session.fail(trouble);
  if (is_charm_archive(path) || !config::looks_like_bundle(path)) {
    if (arguments.has("overlay"))
      return session.fail("--overlay changes a bundle, and " + path.string() + " is a charm");
    return deploy_charm(session, arguments);
  }
  if (arguments.words.size() > 1 || arguments.has("num-units") || arguments.has("to")
      || arguments.has("config") || arguments.has("bind") || arguments.has("constraints")
      || arguments.has("resource") || arguments.has("attach-storage"))
    return session.fail("a bundle takes no application name, --num-units, --to, --config, --bind, "
                        "--constraints, --attach-storage or --resource: write them into "
                        + path.string());
  const auto storage = read_bundle_storage(arguments.all("storage"));
  if (!storage)
    return arguments.wrong(0, storage.error());
  std::vector<std::filesystem::path> overlays;
  for (const std::string& overlay : arguments.all("overlay"))
    overlays.push_back(session.path(overlay));
  return deploy_bundle(session, path, overlays, *storage, arguments.on("force"));
}

} // namespace

std::vector<Verb> deploy_verbs() {
  Verb verb;
  verb.name = "deploy";
  verb.right = Right::Write;
  verb.arguments = "PATH [APPLICATION]";
  verb.summary = "Deploy a charm's directory or archive, or all of a bundle";
  verb.flags = {
    {"num-units", 'n', Flag::Kind::Number, "N", "How many units, default 1"},
    {"to", '\0', Flag::Kind::Text, "PLACES", "Machines of the units: 0,new,app/1"},
    {"config", '\0', Flag::Kind::Text, "KEY=VALUE|FILE",
     "Options, or a YAML file of them, - for standard input"},
    {"base", '\0', Flag::Kind::Text, "BASE", "Base of the machines", true},
    {"channel", '\0', Flag::Kind::Text, "CHANNEL", "Channel in a charm store", true},
    {"revision", '\0', Flag::Kind::Text, "N", "Revision in a charm store", true},
    {"trust", '\0', Flag::Kind::Switch, "", "Let the charm ask for the cloud's credential"},
    {"force", '\0', Flag::Kind::Switch, "", "Deploy what cannot run here all the same"},
    {"constraints", '\0', Flag::Kind::Text, "CONSTRAINTS",
     "What machines of its units are made for, \"cores=2 mem=4G\"; may be given again"},
    {"resource", '\0', Flag::Kind::Text, "NAME=FILE", "A file for the charm; may be given again"},
    {"storage", '\0', Flag::Kind::Text, "NAME=DIRECTIVE",
     "Storage of its units, \"data=2,10G\", of a bundle's \"db:data=2\"; may be given again"},
    {"attach-storage", '\0', Flag::Kind::Text, "STORAGE",
     "Storage that no unit has, with its data, for one unit: data/0,logs/1"},
    {"bind", '\0', Flag::Kind::Text, "SPACES", "Spaces of its endpoints: alpha is the only one"},
    {"overlay", '\0', Flag::Kind::Text, "FILE", "Changes to a bundle; may be given again"},
  };
  verb.examples = {"deploy ./charms/redis",
                   "deploy ./redis_amd64.charm",
                   "deploy ./charms/shop web -n 3 --to 0,new --config port=8080",
                   "deploy ./charms/shop --resource site=./site.tgz",
                   "deploy ./bundle.yaml",
                   "deploy ./bundle.yaml --overlay ./here.yaml"};
  verb.words_min = 1;
  verb.words_max = 2;
  verb.handler = deploy;
  return {with_dry_run(verb)};
}

} // namespace orrery::cmd

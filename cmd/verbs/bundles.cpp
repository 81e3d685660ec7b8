// A model as a bundle, and a bundle beside a model (CL10-CL16).
#include "cmd/charms/bundle_difference.hpp"
#include "cmd/charms/bundle_export.hpp"
#include "cmd/charms/bundle_machines.hpp"
#include "cmd/charms/charm_source.hpp"
#include "cmd/charms/charm_store.hpp"
#include "cmd/charms/deployment.hpp"
#include "cmd/charms/kept_resource.hpp"
#include "cmd/charms/resource_files.hpp"
#include "cmd/verbs/groups.hpp"
#include "cmd/views/render/yaml.hpp"
#include "config/charm_hash.hpp"

#include <sstream>

namespace orrery::cmd {

namespace {

namespace fs = std::filesystem;

/// Whether the files lie where the charm was deployed from, as they were then.
bool is_at_its_source(Session& session, const store::Charm& charm) {
  const auto there = CharmSource::open(session.orchestrator->data_directory(), charm.source);
  if (!there || there->charm().name != charm.name)
    return false;
  const auto hash =
    hash_of_charm(there->directory(), {there->charm().made_executable, there->charm().split_files});
  return hash && fs::path{"charms"} / config::kept_charm_name(charm.name, *hash) == charm.directory;
}

/// The directory in which the model keeps a charm's files.
std::string kept_files(Session& session, const store::Charm& charm) {
  std::error_code error;
  const auto files = session.orchestrator->files_of(charm);
  const auto absolute = fs::absolute(files, error);
  return (error ? files : absolute).lexically_normal().string();
}

/// Where a charm can be deployed from: where it came from, if it still is there, else the model's
/// own copy, with a warning (CL12). One that was deployed from such a copy came from nowhere else.
std::string place_of_charm(Session& session, const store::Charm& charm) {
  auto own = kept_files(session, charm);
  const bool is_unknown = charm.source.empty() || charm.source == own;
  if (!is_unknown && is_at_its_source(session, charm))
    return charm.source;
  warn(session, {(is_unknown ? "it is not known where charm " + charm.url + " was deployed from"
                             : "charm " + charm.url + " is no longer at " + charm.source
                                 + " as it was deployed")
                 + ": the bundle names this model's own copy, which goes with the last application "
                   "that has it; \"export-bundle --filename FILE --with-charms\" takes it along"});
  return own;
}

/// The model's own copy of a resource's bytes; where they came from is not known.
std::string kept_file(Session& session, const store::Resource& resource) {
  std::error_code error;
  const auto file = session.orchestrator->data_directory() / "charms"
                    / store::kept_resource_name(resource.hash) / store::resource_content;
  const auto absolute = fs::absolute(file, error);
  return (error ? file : absolute).lexically_normal().string();
}

/// The program that was typed writes the file, as its user (cmd/engine/bundle_file.hpp).
Outcome write_bundle(Session& session, const Arguments& arguments) {
  if (arguments.on("with-charms") && !arguments.has("filename"))
    return arguments.wrong(0,
                           "--with-charms goes with --filename: the charms are copied beside it");
  if (arguments.has("filename"))
    return session.fail("a script cannot write a bundle's file: run \"" + session.program
                        + " export-bundle --filename FILE\" beside it");
  const auto contents = read_model(session);
  if (!contents)
    return Exit::Failed;
  ExportOptions options;
  options.with_defaults = arguments.on("include-charm-defaults");
  options.with_series = arguments.on("include-series");
  std::map<std::string, std::string> places; // by url: applications often share one
  options.path_of = [&, kept = arguments.on("kept-charms")](const store::Charm& charm) {
    auto place = places.find(charm.url);
    if (place == places.end())
      place =
        places
          .emplace(charm.url, kept ? kept_files(session, charm) : place_of_charm(session, charm))
          .first;
    return place->second;
  };
  bool has_files = false;
  options.file_of = [&](const store::Resource& resource) {
    has_files = true;
    return kept_file(session, resource);
  };
  const auto bundle = export_bundle(*contents, options);
  if (!bundle)
    return session.fail(bundle.error());
  if (has_files && !arguments.on("kept-charms"))
    warn(session, {"the bundle names this model's own copies of resources, which go with the last "
                   "application that has them; \"export-bundle --filename FILE --with-charms\" "
                   "takes them along"});
  session.out(render::to_yaml(*bundle));
  return Exit::Fine;
}

/// The charms of all applications of a bundle; nothing of them is kept.
tl::expected<std::map<std::string, BundleCharm>, std::string>
charms_of_bundle(Session& session, const config::Bundle& bundle) {
  std::map<std::string, BundleCharm> charms;
  std::map<fs::path, BundleCharm> read; // applications often share one
  for (const auto& application : bundle.applications) {
    auto known = read.find(application.charm);
    if (known == read.end()) {
      const auto source =
        CharmSource::open(session.orchestrator->data_directory(), application.charm);
      if (!source)
        return tl::unexpected(source.error());
      const auto& charm = source->charm();
      const auto hash =
        hash_of_charm(source->directory(), {charm.made_executable, charm.split_files});
      if (!hash)
        return tl::unexpected(source->in_users_words(hash.error()));
      const auto directory = fs::path{"charms"} / config::kept_charm_name(charm.name, *hash);
      known = read.emplace(application.charm, BundleCharm{charm, directory.string()}).first;
    }
    charms.emplace(application.name, known->second);
  }
  return charms;
}

/// Hashes of the files that the bundle names for an application, where the model has one to compare
/// it with; what cannot be read is told, and differs.
std::map<std::string, std::string> measured_resources(Session& session,
                                                      const config::BundleApplication& application,
                                                      const store::Contents& model) {
  std::map<std::string, std::string> hashes;
  if (!model.applications.contains(application.name))
    return hashes;
  for (const auto& [name, path] : application.resources)
    if (const auto found = measure_resource(path, resource_bytes_max); found)
      hashes[name] = found->hash;
    else
      warn(session, {"resource \"" + name + "\" of application \"" + application.name
                     + "\": " + found.error()});
  return hashes;
}

/// `--map-machines 0=4,1=5`: machines of the model by the bundle's names. `existing` is what holds
/// anyway.
tl::expected<std::map<std::string, store::MachineId>, UsageError>
mapped_machines(const Arguments& arguments) {
  std::map<std::string, store::MachineId> machines;
  for (const auto& list : arguments.all("map-machines")) {
    std::istringstream rest{list};
    for (std::string pair; std::getline(rest, pair, ',');) {
      if (pair == "existing")
        continue;
      const auto equals = pair.find('=');
      const auto id =
        equals == std::string::npos ? std::nullopt : store::parse_id(pair.substr(equals + 1));
      if (!id)
        return arguments.wrong(0, "invalid value \"" + list
                                    + "\" for flag --map-machines: write BUNDLE=MODEL pairs, e.g. "
                                      "0=4,1=5");
      machines[pair.substr(0, equals)] = *id;
    }
  }
  return machines;
}

/// Whether files may be read as the orchestrator's user: for his own client, for root's, and for
/// whoever may deploy, and so run, what he likes (docs/users/security.md).
bool may_name_files(const Session& session) {
  return !session.other_user || session.right >= Right::Write;
}

Outcome compare_bundle(Session& session, const Arguments& arguments) {
  auto machines = mapped_machines(arguments);
  if (!machines)
    return tl::unexpected(machines.error());
  if (!may_name_files(session))
    return session.fail("a bundle and its charms are read as the orchestrator's user: for another "
                        "user who may not change the model none is; compare the file with what \""
                        + session.program + " export-bundle\" prints");
  auto path = session.path(arguments.words[0]);
  if (const auto inside = config::bundle_in(path))
    path = *inside;
  std::vector<fs::path> overlays;
  for (const auto& overlay : arguments.all("overlay"))
    overlays.push_back(session.path(overlay));
  const auto bundle = config::load_bundle(path, overlays);
  if (!bundle)
    return session.fail("cannot read the bundle: " + bundle.error().text());
  warn(session, bundle->warnings);
  auto charms = charms_of_bundle(session, *bundle);
  if (!charms)
    return session.fail(charms.error());
  const auto contents = read_model(session);
  if (!contents)
    return Exit::Failed;
  for (const auto& application : bundle->applications)
    charms->at(application.name).resources = measured_resources(session, application, *contents);
  machines->merge(bundle_machines(*bundle, *contents)); // what was given comes first
  const auto difference = bundle_difference(*bundle, *contents, *charms, *machines);
  if (!difference)
    return session.fail("cannot compare the bundle: " + difference.error());
  session.out(render::to_yaml(*difference));
  return Exit::Fine;
}

Verb export_verb() {
  Verb verb;
  verb.name = "export-bundle";
  verb.right = Right::Read;
  verb.summary = "Write the model as a bundle";
  verb.more =
    "A charm is named by the place that it was deployed from, if its files are there as they "
    "were;\nelse, with a warning, by the directory in which this model keeps them for as long "
    "as an\napplication has the charm. --with-charms copies them beside FILE, so that the bundle "
    "makes\nthe same model anywhere.\n";
  verb.flags = {
    {"filename", '\0', Flag::Kind::Text, "FILE", "Where it goes, default standard output"},
    {"with-charms", '\0', Flag::Kind::Switch, "",
     "With --filename: copy the charms into FILE.charms, and name them there"},
    {"kept-charms", '\0', Flag::Kind::Switch, "",
     "Name charms by the directories in which this model keeps them"},
    {"include-charm-defaults", '\0', Flag::Kind::Switch, "",
     "Options that have their defaults, too"},
    {"include-series", '\0', Flag::Kind::Switch, "", "The base's old name, too"}};
  verb.examples = {"export-bundle", "export-bundle --filename shop.yaml --with-charms"};
  verb.words_max = 0;
  verb.handler = write_bundle;
  return verb;
}

Verb difference_verb() {
  Verb verb;
  verb.name = "diff-bundle";
  verb.right = Right::Read; // of another user more, where files are read for him
  verb.arguments = "FILE";
  verb.summary = "Show in what a bundle and the model differ: {} if in nothing";
  verb.more =
    "What differs is shown as it is in the bundle and in the model. An option that is set "
    "to its\ndefault is as one that is not set. A resource counts by its bytes.\n";
  verb.flags = {
    {"overlay", '\0', Flag::Kind::Text, "FILE", "Changes to a bundle; may be given again"},
    {"map-machines", '\0', Flag::Kind::Text, "MACHINES",
     "Which machines of the model the bundle's are, 0=4,1=5; default: those that its units are on"},
    {"annotations", '\0', Flag::Kind::Switch, "", "Compare annotations", true},
    {"base", '\0', Flag::Kind::Text, "BASE", "Base of the machines", true}};
  verb.examples = {"diff-bundle ./bundle.yaml", "diff-bundle ./bundle.yaml --overlay ./here.yaml"};
  verb.words_min = 1;
  verb.words_max = 1;
  verb.handler = compare_bundle;
  return verb;
}

} // namespace

std::vector<Verb> bundle_verbs() {
  return {export_verb(), difference_verb()};
}

} // namespace orrery::cmd

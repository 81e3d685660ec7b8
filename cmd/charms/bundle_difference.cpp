#include "cmd/charms/bundle_difference.hpp"

#include "actors/rules/constraints.hpp"
#include "actors/rules/endpoints.hpp"
#include "cmd/charms/bundle_export.hpp"
#include "cmd/charms/bundle_machines.hpp"
#include "cmd/charms/charm_record.hpp"
#include "cmd/charms/given_trust.hpp"
#include "cmd/charms/storage_directives.hpp"

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

namespace orrery::cmd {

namespace {

using render::Document;
using Pair = std::pair<std::string, std::string>;

Document in_both(Document bundle, Document model) {
  return Document::map().add("bundle", std::move(bundle)).add("model", std::move(model));
}

Document missing_in(const char* side) {
  return Document::map().add("missing", side);
}

const store::Application* alive(const store::Contents& model, const std::string& name) {
  const auto found = model.applications.find(name);
  return found == model.applications.end() || found->second.life != store::Life::Alive
           ? nullptr
           : &found->second;
}

/// Returns the value of an option that holds: as it is set, or its default, or null.
Document
effective(const store::CharmOption& option, const store::Settings& set, const std::string& name) {
  if (const auto found = set.find(name); found != set.end())
    return option_value(option.type, found->second);
  return option.has_default ? option_value(option.type, option.default_value) : Document{};
}

bool are_same(const Document& left, const Document& right) {
  return left.kind() == right.kind() && left.text() == right.text();
}

Document options_difference(const store::Contents& model,
                            const store::Application& application,
                            const store::Settings& wanted) {
  auto document = Document::map();
  const auto charm = model.charms.find(application.charm);
  if (charm == model.charms.end())
    return document;
  const auto config = model.configs.find(application.name);
  const store::Settings set =
    config == model.configs.end() ? store::Settings{} : config->second.values;
  for (const auto& [name, option] : charm->second.options) {
    auto there = effective(option, set, name);
    auto here = effective(option, wanted, name);
    if (!are_same(here, there))
      document.add(name, in_both(std::move(here), std::move(there)));
  }
  return document;
}

/// Adds each name whose texts differ; a side that has none of that name has an empty one.
Document texts_difference(const store::Settings& bundle, const store::Settings& model) {
  store::Settings all = bundle;
  all.insert(model.begin(), model.end());
  const auto text_in = [](const store::Settings& side, const std::string& name) {
    const auto found = side.find(name);
    return found == side.end() ? std::string{} : found->second;
  };
  auto document = Document::map();
  for (const auto& [name, any] : all)
    if (auto here = text_in(bundle, name), there = text_in(model, name); here != there)
      document.add(name, in_both(std::move(here), std::move(there)));
  return document;
}

/// Compares what was directed, as bundles write it.
Document storage_difference(const config::BundleApplication& wanted,
                            const store::Application& application) {
  store::Settings here, there;
  for (const auto& [name, directive] : wanted.storage)
    here[name] = directive_text(directive_record(directive));
  for (const auto& [name, directive] : application.storage)
    there[name] = directive_text(directive);
  return texts_difference(here, there);
}

/// Compares files by their bytes; those of the model are what an exported bundle would name.
Document resources_difference(const store::Contents& model,
                              const config::BundleApplication& wanted,
                              const store::Charm* charm,
                              const BundleCharm& given) {
  store::Settings here = wanted.resources, there;
  if (const auto has = model.resources.find(wanted.name);
      has != model.resources.end() && charm != nullptr)
    for (const auto& [name, resource] : has->second.all)
      if (charm->resources.contains(name))
        there[name] = resource.hash;
  for (auto& [name, path] : here)
    if (const auto hash = given.resources.find(name);
        hash != given.resources.end() && there.contains(name) && there.at(name) == hash->second)
      path = hash->second;
  return texts_difference(here, there);
}

tl::expected<Document, std::string> application_difference(config::BundleApplication wanted,
                                                           const store::Contents& model,
                                                           const store::Application& application,
                                                           const BundleCharm& charm) {
  if (const auto taken = take_trust(wanted, charm.charm); !taken)
    return tl::unexpected("application \"" + wanted.name + "\": " + taken.error());
  const auto options = canonical_options(charm.charm, {wanted.options, wanted.readings});
  if (!options)
    return tl::unexpected("application \"" + wanted.name + "\": " + options.error());
  auto document = Document::map();
  const auto record = model.charms.find(application.charm);
  if (record == model.charms.end() || record->second.directory != charm.directory)
    document.add("charm", in_both(wanted.charm.string(), application.charm));
  const auto units = static_cast<std::uint32_t>(units_of(model, wanted.name).size());
  if (!application.subordinate && wanted.units != units)
    document.add("num_units", in_both(wanted.units, units));
  if (wanted.exposed != application.exposed)
    document.add("expose", in_both(wanted.exposed, application.exposed));
  document.add_filled("options", options_difference(model, application, *options));
  const auto constraints = application.constraints.text();
  if (!application.subordinate && wanted.constraints.text() != constraints)
    document.add("constraints", in_both(wanted.constraints.text(), constraints));
  document.add_filled("storage", storage_difference(wanted, application));
  const auto* kept = record == model.charms.end() ? nullptr : &record->second;
  document.add_filled("resources", resources_difference(model, wanted, kept, charm));
  if (wanted.trusted != application.trusted)
    document.add("trust", in_both(wanted.trusted, application.trusted));
  return document;
}

tl::expected<Document, std::string>
applications_difference(const config::Bundle& bundle,
                        const store::Contents& model,
                        const std::map<std::string, BundleCharm>& charms) {
  std::map<std::string, Document> differing;
  for (const auto& wanted : bundle.applications) {
    const auto* application = alive(model, wanted.name);
    auto difference = application == nullptr ? missing_in("model")
                                             : application_difference(wanted, model, *application,
                                                                      charms.at(wanted.name));
    if (!difference)
      return difference;
    differing.emplace(wanted.name, std::move(*difference));
  }
  for (const auto& [name, application] : model.applications)
    if (application.life == store::Life::Alive && !differing.contains(name))
      differing.emplace(name, missing_in("bundle"));
  auto document = Document::map();
  for (auto& [name, difference] : differing)
    document.add_filled(name, std::move(difference));
  return document;
}

/// Whether the bundle says of each unit of the application on which machine it is.
bool places_all(const config::Bundle& bundle,
                const store::Contents& model,
                const std::string& name) {
  const auto& all = bundle.applications;
  const auto found = std::find_if(
    all.begin(), all.end(), [&](const auto& application) { return application.name == name; });
  return found != all.end() && found->to.size() >= units_of(model, name).size()
         && std::find(found->to.begin(), found->to.end(), "new") == found->to.end();
}

/// Compares a machine's constraints with those that it would have been made with: the bundle's, or
/// these with the model's beside them.
Document machine_difference(const config::Bundle& bundle,
                            const store::Contents& model,
                            const std::string& name,
                            const store::Machine& machine) {
  const auto given = bundle.machine_constraints.find(name);
  const auto wanted =
    given == bundle.machine_constraints.end() ? std::string{} : given->second.text();
  const auto has = machine.constraints.text();
  auto document = Document::map();
  if (wanted != has && rules::constraints_of_machine(model.model_config, wanted) != has)
    document.add("constraints", in_both(wanted, has));
  return document;
}

Document machines_difference(const config::Bundle& bundle,
                             const store::Contents& model,
                             const std::map<std::string, store::MachineId>& machines) {
  std::map<std::string, Document> differing;
  std::set<store::MachineId> known;
  for (const auto& name : bundle.machines)
    if (const auto found = machines.find(name);
        found != machines.end() && model.machines.contains(found->second)) {
      known.insert(found->second);
      differing.emplace(name,
                        machine_difference(bundle, model, name, model.machines.at(found->second)));
    } else {
      differing.emplace(name, missing_in("model"));
    }
  for (const auto& [name, unit] : model.units)
    if (unit.life == store::Life::Alive && unit.assigned && unit.principal.empty()
        && !known.contains(unit.machine) && places_all(bundle, model, unit.application))
      differing.emplace(std::to_string(unit.machine), missing_in("bundle"));
  auto document = Document::map();
  for (auto& [name, difference] : differing)
    document.add_filled(name, std::move(difference));
  return document;
}

Pair in_order(std::string first, std::string second) {
  return first < second ? Pair{std::move(first), std::move(second)}
                        : Pair{std::move(second), std::move(first)};
}

/// The two ends with their endpoints, as far as the model can tell them.
Pair relation_of(const store::Contents& model, const Pair& written) {
  const auto has_endpoint = [](const std::string& end) {
    return end.find(':') != std::string::npos;
  };
  if (has_endpoint(written.first) && has_endpoint(written.second))
    return in_order(written.first, written.second);
  const auto found = rules::infer_relation(model, written.first, written.second);
  if (!found)
    return in_order(written.first, written.second);
  return in_order(found->application + ":" + found->endpoint,
                  found->other_application + ":" + found->other_endpoint);
}

Document relations_difference(const config::Bundle& bundle, const store::Contents& model) {
  std::set<Pair> wanted, there;
  for (const auto& relation : bundle.relations)
    wanted.insert(relation_of(model, relation));
  for (const auto& [id, relation] : model.relations)
    if (relation.ends.size() == 2 && relation.life == store::Life::Alive)
      there.insert(in_order(relation.ends[0].application + ":" + relation.ends[0].endpoint,
                            relation.ends[1].application + ":" + relation.ends[1].endpoint));
  const auto only_in = [](const std::set<Pair>& one, const std::set<Pair>& other) {
    auto list = Document::list();
    for (const auto& pair : one)
      if (!other.contains(pair))
        list.push(std::move(Document::list().push(pair.first).push(pair.second)));
    return list;
  };
  auto document = Document::map();
  document.add_filled("bundle-additions", only_in(wanted, there))
    .add_filled("model-additions", only_in(there, wanted));
  return document;
}

} // namespace

tl::expected<Document, std::string>
bundle_difference(const config::Bundle& bundle,
                  const store::Contents& model,
                  const std::map<std::string, BundleCharm>& charms,
                  const std::map<std::string, store::MachineId>& machines) {
  auto applications = applications_difference(bundle, model, charms);
  if (!applications)
    return applications;
  auto document = Document::map();
  document.add_filled("applications", std::move(*applications))
    .add_filled("machines", machines_difference(bundle, model, machines))
    .add_filled("relations", relations_difference(bundle, model));
  return document;
}

} // namespace orrery::cmd

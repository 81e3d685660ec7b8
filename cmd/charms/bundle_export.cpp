#include "cmd/charms/bundle_export.hpp"

#include "cmd/charms/bundle_machines.hpp"
#include "cmd/charms/storage_directives.hpp"
#include "config/constraints.hpp"

#include <algorithm>
#include <set>
#include <vector>

namespace orrery::cmd {

namespace {

using render::Document;

/// Names the base that every machine has, as bundles do.
constexpr const char* only_base = "debian@12/stable";
constexpr const char* only_series = "bookworm";

/// @param charm null where its record is missing
Document exported_options(const store::Contents& contents,
                          const std::string& application,
                          const store::Charm* charm,
                          bool with_defaults) {
  auto document = Document::map();
  if (charm == nullptr)
    return document;
  const auto config = contents.configs.find(application);
  for (const auto& [name, option] : charm->options) {
    const auto* text = with_defaults && option.has_default ? &option.default_value : nullptr;
    if (config != contents.configs.end())
      if (const auto set = config->second.values.find(name); set != config->second.values.end())
        text = &set->second;
    if (text != nullptr)
      document.add(name, option_value(option.type, *text));
  }
  return document;
}

/// Constraints as bundles have them (CL13); empty where nobody gave any.
std::string exported_constraints(const store::RareText& constraints) {
  const auto read = config::parse_constraints(constraints.text());
  return read ? read->bundle_text() : std::string();
}

/// Files that the charm declares and somebody gave (CL12).
Document exported_resources(const store::Contents& contents,
                            const std::string& application,
                            const store::Charm* charm,
                            const ExportOptions& options) {
  auto document = Document::map();
  const auto given = contents.resources.find(application);
  if (given == contents.resources.end() || charm == nullptr || !options.file_of)
    return document;
  for (const auto& [name, resource] : given->second.all)
    if (charm->resources.contains(name))
      document.add(name, options.file_of(resource));
  return document;
}

/// One application; `machines` gets those of its units.
Document exported_application(const store::Contents& contents,
                              const store::Application& application,
                              const ExportOptions& options,
                              std::set<store::MachineId>& machines) {
  const auto found = contents.charms.find(application.charm);
  const auto* charm = found == contents.charms.end() ? nullptr : &found->second;
  auto document = Document::map();
  document.add("charm",
               charm != nullptr && options.path_of ? options.path_of(*charm) : application.charm);
  if (!application.subordinate) {
    const auto units = units_of(contents, application.name);
    auto places = Document::list();
    for (const auto& name : units) {
      const auto& unit = contents.units.at(name);
      if (!unit.assigned)
        continue;
      places.push(std::to_string(unit.machine));
      machines.insert(unit.machine);
    }
    document.add("num_units", static_cast<std::uint32_t>(units.size())).add_filled("to", places);
  }
  if (application.exposed)
    document.add("expose", true);
  document.add_filled("options",
                      exported_options(contents, application.name, charm, options.with_defaults));
  document.add_text("constraints", exported_constraints(application.constraints));
  auto storage = Document::map(); // only what somebody gave (CL12)
  for (const auto& [name, directive] : application.storage)
    storage.add(name, directive_text(directive));
  document.add_filled("storage", std::move(storage));
  document.add_filled("resources", exported_resources(contents, application.name, charm, options));
  if (application.trusted)
    document.add("trust", true);
  return document;
}

Document exported_machine(const store::Contents& contents, store::MachineId id) {
  auto document = Document::map();
  if (const auto found = contents.machines.find(id); found != contents.machines.end())
    document.add_text("constraints", exported_constraints(found->second.constraints));
  return document;
}

/// Pairs of ends in the order of their texts; a peer relation comes by itself.
Document exported_relations(const store::Contents& contents) {
  std::set<std::vector<std::string>> pairs;
  for (const auto& [id, relation] : contents.relations) {
    if (relation.ends.size() != 2 || relation.life != store::Life::Alive)
      continue;
    std::vector<std::string> pair;
    for (const auto& end : relation.ends)
      pair.push_back(end.application + ":" + end.endpoint);
    pairs.insert(std::move(pair));
  }
  auto list = Document::list();
  for (const auto& pair : pairs) {
    auto ends = Document::list();
    for (const auto& end : pair)
      ends.push(end);
    list.push(std::move(ends));
  }
  return list;
}

} // namespace

Document option_value(store::OptionType type, const std::string& text) {
  if (type == store::OptionType::Boolean && (text == "true" || text == "false"))
    return text == "true";
  return type == store::OptionType::Int || type == store::OptionType::Float ? Document::number(text)
                                                                            : Document(text);
}

tl::expected<Document, std::string> export_bundle(const store::Contents& contents,
                                                  const ExportOptions& options) {
  auto applications = Document::map();
  std::set<store::MachineId> with_units;
  for (const auto& [name, application] : contents.applications)
    if (application.life == store::Life::Alive)
      applications.add(name, exported_application(contents, application, options, with_units));
  if (applications.size() == 0)
    return tl::unexpected(std::string{"nothing to export as there are no applications"});
  auto machines = Document::map();
  for (const auto id : with_units)
    machines.add(std::to_string(id), exported_machine(contents, id));
  auto bundle = Document::map();
  bundle.add("default-base", only_base)
    .add_text("series", options.with_series ? only_series : "")
    .add("applications", std::move(applications))
    .add_filled("machines", std::move(machines))
    .add_filled("relations", exported_relations(contents));
  return bundle;
}

} // namespace orrery::cmd

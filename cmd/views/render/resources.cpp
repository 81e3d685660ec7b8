#include "cmd/views/render/resources.hpp"

#include "cmd/views/render/table.hpp"
#include "store/names.hpp"

#include <array>
#include <ctime>
#include <optional>
#include <vector>

namespace orrery::render {

namespace {

const store::Charm* charm_with_resources(const store::Contents& contents,
                                         const std::string& application) {
  const auto found = contents.applications.find(application);
  if (found == contents.applications.end())
    return nullptr;
  const auto charm = contents.charms.find(found->second.charm);
  return charm == contents.charms.end() || charm->second.resources.empty() ? nullptr
                                                                           : &charm->second;
}

/// Null: there is none, a placeholder (RS3).
const store::Resource*
resource_of(const store::Contents& contents, const std::string& owner, const std::string& name) {
  const auto all = contents.resources.find(owner);
  if (all == contents.resources.end())
    return nullptr;
  const auto found = all->second.all.find(name);
  return found == all->second.all.end() ? nullptr : &found->second;
}

std::string upload_time(store::Milliseconds at, const char* shape) {
  const std::time_t seconds = at / 1000;
  std::tm parts{};
  ::gmtime_r(&seconds, &parts);
  std::array<char, 64> text{};
  return {text.data(), std::strftime(text.data(), text.size(), shape, &parts)};
}

std::string revision_of(const store::Resource* resource) {
  return resource == nullptr ? "-" : upload_time(resource->at, "%Y-%m-%dT%H:%M");
}

std::string application_in(const std::string& owner) {
  return std::string(owner.find('/') == std::string::npos ? std::string_view(owner)
                                                          : store::application_of(owner));
}

/// One resource as data (RS15). Null: a placeholder.
Document resource_document(const std::string& application,
                           const std::string& name,
                           const store::CharmResource& declared,
                           const store::Resource* resource,
                           const char* revision) {
  auto document = Document::map();
  document.add("resourceid", application + "/" + name);
  document.add("applicationId", application);
  document.add("name", name);
  document.add("type", "file");
  document.add("path", declared.filename);
  document.add_text("description", declared.description);
  document.add("revision", revision);
  document.add("fingerprint", resource == nullptr ? std::string() : resource->hash);
  document.add("size", Document::number(
                         std::to_string(resource == nullptr ? std::uint64_t{0} : resource->size)));
  document.add("origin", "upload");
  document.add("used", resource != nullptr);
  document.add("timestamp", resource == nullptr ? std::string("0001-01-01T00:00:00Z")
                                                : upload_time(resource->at, "%Y-%m-%dT%H:%M:%SZ"));
  if (resource != nullptr)
    document.add_text("username", resource->user);
  return document;
}

std::vector<std::string> units_of_owner(const store::Contents& contents, const std::string& owner) {
  if (owner.find('/') != std::string::npos)
    return {owner};
  std::vector<std::string> units;
  for (const auto& [name, unit] : contents.units)
    if (unit.application == owner)
      units.push_back(name);
  return units;
}

} // namespace

std::string resources_table(const store::Contents& contents, const std::string& application) {
  const auto* charm = charm_with_resources(contents, application);
  if (charm == nullptr)
    return {};
  Table table({{"Resource"}, {"Supplied by"}, {"Revision"}});
  for (const auto& [name, declared] : charm->resources) {
    const auto* resource = resource_of(contents, application, name);
    const bool has_user = resource != nullptr && !resource->user.empty();
    table.add({{name}, {has_user ? resource->user : "upload"}, {revision_of(resource)}});
  }
  return table.text(false);
}

std::string unit_resources_table(const store::Contents& contents, const std::string& unit) {
  const auto* charm = charm_with_resources(contents, application_in(unit));
  if (charm == nullptr)
    return {};
  Table table({{"Resource"}, {"Revision"}});
  for (const auto& [name, declared] : charm->resources)
    table.add({{name}, {revision_of(resource_of(contents, unit, name))}});
  return table.text(false);
}

std::string resource_details_table(const store::Contents& contents, const std::string& owner) {
  const auto application = application_in(owner);
  const auto* charm = charm_with_resources(contents, application);
  if (charm == nullptr)
    return {};
  const bool names_units = application == owner;
  std::vector<Column> columns{{"Resource"}, {"Revision"}, {"Expected"}};
  if (names_units)
    columns.insert(columns.begin(), Column{"Unit"});
  Table table(columns);
  for (const std::string& unit : units_of_owner(contents, owner))
    for (const auto& [name, declared] : charm->resources) {
      std::vector<Cell> row{{name},
                            {revision_of(resource_of(contents, unit, name))},
                            {revision_of(resource_of(contents, application, name))}};
      if (names_units)
        row.insert(row.begin(), Cell{unit});
      table.add(std::move(row));
    }
  return table.empty() ? std::string() : table.text(false);
}

Document resources_document(const store::Contents& contents, const std::string& application) {
  auto list = Document::list();
  if (const auto* charm = charm_with_resources(contents, application))
    for (const auto& [name, declared] : charm->resources)
      list.push(resource_document(application, name, declared,
                                  resource_of(contents, application, name), "0"));
  return Document::map().add("resources", std::move(list));
}

Document unit_resources_document(const store::Contents& contents, const std::string& unit) {
  auto list = Document::list();
  const auto application = application_in(unit);
  if (const auto* charm = charm_with_resources(contents, application))
    for (const auto& [name, declared] : charm->resources) {
      const auto* resource = resource_of(contents, unit, name);
      list.push(
        resource_document(application, name, declared, resource, resource == nullptr ? "-" : "0"));
    }
  return list;
}

Document resource_details_document(const store::Contents& contents, const std::string& owner) {
  auto list = Document::list();
  const auto application = application_in(owner);
  if (const auto* charm = charm_with_resources(contents, application))
    for (const std::string& unit : units_of_owner(contents, owner))
      for (const auto& [name, declared] : charm->resources) {
        const auto* has = resource_of(contents, unit, name);
        list.push(
          Document::map()
            .add("unitID", unit)
            .add("unit",
                 resource_document(application, name, declared, has, has == nullptr ? "-" : "0"))
            .add("expected", resource_document(application, name, declared,
                                               resource_of(contents, application, name), "0")));
      }
  return application == owner ? Document::map().add("resources", std::move(list)) : list;
}

} // namespace orrery::render

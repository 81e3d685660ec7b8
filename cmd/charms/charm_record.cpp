#include "cmd/charms/charm_record.hpp"

#include "actors/rules/charm_numbers.hpp"
#include "cmd/views/render/suggestion.hpp"

#include <algorithm>

namespace orrery::cmd {

namespace {

store::Role role_of(config::EndpointRole role) {
  switch (role) {
  case config::EndpointRole::Requirer:
    return store::Role::Requirer;
  case config::EndpointRole::Provider:
    return store::Role::Provider;
  case config::EndpointRole::Peer:
    return store::Role::Peer;
  }
  return store::Role::Requirer;
}

store::OptionType type_of(config::OptionKind kind) {
  switch (kind) {
  case config::OptionKind::String:
    return store::OptionType::String;
  case config::OptionKind::Int:
    return store::OptionType::Int;
  case config::OptionKind::Float:
    return store::OptionType::Float;
  case config::OptionKind::Boolean:
    return store::OptionType::Boolean;
  case config::OptionKind::Secret:
    return store::OptionType::Secret;
  }
  return store::OptionType::String;
}

/// Says that the charm has no such option, and which one may be meant.
std::string no_option(const config::CharmDeclaration& declaration, const std::string& name) {
  std::vector<std::string> names;
  for (const auto& known : declaration.options)
    names.push_back(known.first);
  return "charm \"" + declaration.name + "\" has no option \"" + name + "\""
         + nearest_or_all(name, names);
}

} // namespace

std::uint32_t next_revision(const config::CharmDeclaration& declaration,
                            const store::Contents& contents,
                            const std::map<std::string, store::Charm>& taken) {
  const std::string& name = declaration.name;
  const auto sequence = contents.charm_sequences.find(name);
  std::uint32_t revision = declaration.revision;
  for (const auto* charms : {&contents.charms, &taken})
    revision = std::max(
      revision, rules::next_revision(
                  name, sequence == contents.charm_sequences.end() ? 0 : sequence->second.next,
                  contents.model.next_named, *charms));
  return revision;
}

store::Charm charm_record(const config::CharmDeclaration& declaration,
                          const std::filesystem::path& directory,
                          const std::string& source,
                          const store::Contents& contents,
                          const std::map<std::string, store::Charm>& taken) {
  const store::Charm* same = nullptr;
  for (const auto* charms : {&contents.charms, &taken})
    for (const auto& [url, charm] : *charms) {
      // The directory's name holds the hash of its content.
      const bool has_content =
        charm.name == declaration.name
        && std::filesystem::path{charm.directory}.filename() == directory.filename();
      if (has_content && (same == nullptr || same->revision < charm.revision))
        same = &charm;
    }
  return same != nullptr ? *same
                         : numbered_record(declaration, directory, source,
                                           next_revision(declaration, contents, taken));
}

store::Charm numbered_record(const config::CharmDeclaration& declaration,
                             const std::filesystem::path& directory,
                             const std::string& source,
                             std::uint32_t revision) {
  store::Charm charm;
  charm.url = "local:" + declaration.name + "-" + std::to_string(revision);
  charm.name = declaration.name;
  charm.revision = revision;
  charm.summary = declaration.summary;
  charm.directory = ("charms" / directory.filename()).string();
  charm.subordinate = declaration.subordinate;
  for (const auto& endpoint : declaration.endpoints)
    charm.endpoints.push_back(
      {endpoint.name, endpoint.interface, role_of(endpoint.role),
       endpoint.container ? store::ScopeKind::Container : store::ScopeKind::Global,
       endpoint.limit});
  for (const auto& [name, option] : declaration.options)
    charm.options[name] = {type_of(option.kind), option.description, option.has_default,
                           option.default_value};
  charm.extra_bindings = declaration.extra_bindings;
  for (const auto& [name, action] : declaration.actions)
    charm.actions[name] = {action.description, action.parallel, action.execution_group,
                           action.schema};
  for (const auto& [name, resource] : declaration.resources)
    charm.resources[name] = {resource.filename, resource.description};
  charm.version = declaration.version;
  charm.source = source;
  for (const auto& [name, storage] : declaration.storage)
    charm.storage[name] = {storage.description, storage.location,  storage.least,
                           storage.most,        storage.size_mib,  storage.block,
                           storage.shared,      storage.read_only, storage.transient};
  return charm;
}

std::string typed_option(const config::CharmDeclaration& declaration,
                         const OptionWords& given,
                         const std::string& name) {
  const auto option = declaration.options.find(name);
  const bool is_text =
    option == declaration.options.end() || option->second.kind == config::OptionKind::String;
  const auto reading = given.readings.find(name);
  return is_text || reading == given.readings.end() ? given.texts.at(name) : reading->second;
}

tl::expected<store::Settings, std::string>
canonical_options(const config::CharmDeclaration& declaration, const OptionWords& given) {
  store::Settings canonical;
  for (const std::string& name : given.reset)
    if (!declaration.options.contains(name))
      return tl::unexpected(no_option(declaration, name));
  for (const auto& [name, text] : given.texts) {
    const auto option = declaration.options.find(name);
    if (option == declaration.options.end())
      return tl::unexpected(no_option(declaration, name));
    auto value =
      config::canonical_option(name, option->second.kind, typed_option(declaration, given, name));
    if (!value)
      return tl::unexpected(value.error().text());
    canonical[name] = std::move(*value);
  }
  return canonical;
}

} // namespace orrery::cmd

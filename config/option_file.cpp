#include "config/option_file.hpp"

#include "config/old_yaml.hpp"
#include "config/yaml.hpp"

#include <algorithm>

namespace orrery::config {

Result<OptionFile> parse_option_file(const std::string& text,
                                     const std::string& name,
                                     const std::string& application) {
  const auto document = parse_yaml(text, name, small_limits, Dialect::Juju);
  if (!document)
    return tl::unexpected(document.error());
  const Node* options = &document->root();
  if (auto mapping = document->expect_mapping(*options, name); !mapping)
    return tl::unexpected(std::move(mapping.error()));
  const auto is_mapping = [](const Member& member) {
    return member.value.kind == Node::Kind::Mapping;
  };
  const Member* own = options->find(application);
  if (own != nullptr && is_mapping(*own))
    options = &own->value;
  else if (!options->members.empty()
           && std::all_of(options->members.begin(), options->members.end(), is_mapping))
    return tl::unexpected(document->error(options->members.front(),
                                          "no settings found for " + quote(application),
                                          "write its name on top: " + application + ":"));
  OptionFile read;
  read.warnings = document->warning_texts();
  for (const Member& member : options->members) {
    auto value = document->any_text(member.value, member.key);
    if (!value)
      return tl::unexpected(std::move(value.error()));
    if (auto reading = reading_of(member.value); reading != *value)
      read.readings[member.key] = std::move(reading);
    read.texts[member.key] = std::move(*value);
  }
  return read;
}

} // namespace orrery::config

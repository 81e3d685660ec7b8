#include "config/model_config_file.hpp"

#include "config/old_yaml.hpp"
#include "config/yaml.hpp"

namespace orrery::config {

Result<ModelConfigFile> parse_model_config_file(const std::string& text, const std::string& name) {
  const auto document = parse_yaml(text, name, small_limits, Dialect::Juju);
  if (!document)
    return tl::unexpected(document.error());
  if (auto mapping = document->expect_mapping(document->root(), name); !mapping)
    return tl::unexpected(std::move(mapping.error()));
  ModelConfigFile read;
  read.warnings = document->warning_texts();
  for (const Member& member : document->root().members) {
    const Member* shown = &member;
    if (member.value.kind == Node::Kind::Mapping) {
      shown = member.value.find("value");
      shown = shown == nullptr ? member.value.find("Value") : shown;
    }
    if (shown == nullptr)
      return tl::unexpected(document->error(member, quote(member.key) + " has no value",
                                            "write " + member.key + ": VALUE"));
    if (auto scalar = document->any_text(shown->value, member.key); !scalar)
      return tl::unexpected(std::move(scalar.error()));
    read.values[member.key] = reading_of(shown->value);
  }
  return read;
}

} // namespace orrery::config

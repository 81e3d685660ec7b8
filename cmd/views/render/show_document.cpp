#include "cmd/views/render/show_document.hpp"

#include "cmd/views/render/json.hpp"
#include "cmd/views/render/yaml.hpp"

namespace orrery::render {

std::optional<DataFormat> parse_data_format(std::string_view word) {
  if (word == "yaml")
    return DataFormat::Yaml;
  if (word == "json")
    return DataFormat::Json;
  return std::nullopt;
}

std::string formatted(const Document& document, DataFormat format) {
  return format == DataFormat::Json ? to_json(document) : to_yaml(document);
}

} // namespace orrery::render

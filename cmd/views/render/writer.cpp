#include "cmd/views/render/writer.hpp"

#include "cmd/views/render/json.hpp"
#include "cmd/views/render/yaml.hpp"

namespace orrery::render {

std::unique_ptr<Writer> writer_of(DataFormat format, std::string& text) {
  if (format == DataFormat::Json)
    return std::make_unique<config::JsonWriter>(text);
  return std::make_unique<config::YamlWriter>(text);
}

std::string to_json(const Document& document) {
  std::string out;
  config::JsonWriter writer(out);
  write(writer, document);
  writer.finish();
  return out;
}

std::string to_yaml(const Document& document) {
  std::string out;
  config::YamlWriter writer(out);
  write(writer, document);
  writer.finish();
  return out;
}

} // namespace orrery::render

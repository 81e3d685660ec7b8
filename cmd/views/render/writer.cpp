#include "cmd/views/render/writer.hpp"

#include "cmd/views/render/json.hpp"
#include "cmd/views/render/yaml.hpp"

namespace orrery::render {

void write(Writer& to, const Document& document) {
  switch (document.kind()) {
  case Document::Kind::Null:
    return to.word("null");
  case Document::Kind::Boolean:
  case Document::Kind::Number:
    return to.word(document.text());
  case Document::Kind::String:
    return to.text(document.text());
  case Document::Kind::List:
    to.begin_list();
    for (std::size_t i = 0; i < document.size(); ++i)
      write(to, document.child(i));
    return to.end_list();
  case Document::Kind::Map:
    to.begin_map();
    for (std::size_t i = 0; i < document.size(); ++i) {
      to.key(document.key(i));
      write(to, document.child(i));
    }
    return to.end_map();
  }
}

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

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
    return std::make_unique<JsonWriter>(text);
  return std::make_unique<YamlWriter>(text);
}

} // namespace orrery::render

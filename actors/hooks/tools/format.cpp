#include "actors/hooks/tools/format.hpp"

#include "config/json_writer.hpp"
#include "config/yaml_writer.hpp"

#include <algorithm>

namespace orrery::hooks {
namespace {

constexpr config::TextStyle juju = config::TextStyle::Juju;

void write_value(config::DataWriter& to, const Value& value) {
  switch (value.kind) {
  case Value::Kind::Null:
    return to.word("null");
  case Value::Kind::Boolean:
  case Value::Kind::Number:
    return to.word(value.text);
  case Value::Kind::Text:
    return to.text(value.text);
  case Value::Kind::List:
    to.begin_list();
    for (const Value& item : value.items)
      write_value(to, item);
    return to.end_list();
  case Value::Kind::Map:
    to.begin_map();
    for (const Field& field : value.fields) {
      to.key(field.name);
      write_value(to, field.value);
    }
    return to.end_map();
  }
}

bool all_texts(const Value& value) {
  return std::all_of(value.items.begin(), value.items.end(),
                     [](const Value& item) { return item.kind == Value::Kind::Text; });
}

std::string smart_text(const Value& value) {
  std::string text;
  if (value.kind == Value::Kind::Text)
    text = value.text;
  else if (value.kind == Value::Kind::Boolean)
    text = value.text == "true" ? "True" : "False";
  else if (value.kind == Value::Kind::List && all_texts(value))
    for (const Value& item : value.items)
      text += (&item == &value.items.front() ? "" : "\n") + item.text;
  else
    return yaml_text(value);
  return text.empty() ? text : text + '\n';
}

} // namespace

std::optional<Format> parse_format(std::string_view text) {
  if (text == "smart")
    return Format::Smart;
  if (text == "yaml")
    return Format::Yaml;
  if (text == "json")
    return Format::Json;
  return std::nullopt;
}

std::string formatted(const Value& value, Format format) {
  switch (format) {
  case Format::Smart:
    return smart_text(value);
  case Format::Yaml:
    return yaml_text(value);
  case Format::Json:
    return json_text(value) + '\n';
  }
  return {};
}

std::string json_text(const Value& value) {
  std::string text;
  config::JsonWriter writer(text, juju);
  write_value(writer, value);
  return text;
}

std::string yaml_text(const Value& value) {
  std::string text;
  config::YamlWriter writer(text, juju);
  if (value.kind != Value::Kind::Null)
    write_value(writer, value);
  return text;
}

std::string in_quotes(std::string_view text) {
  return config::json_quoted(text, juju);
}

} // namespace orrery::hooks

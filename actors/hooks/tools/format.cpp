#include "actors/hooks/tools/format.hpp"

#include "config/json_writer.hpp"
#include "config/yaml_writer.hpp"

#include <cstddef>
#include <utility>

namespace orrery::hooks {
namespace {

using config::Data;

constexpr config::TextStyle juju = config::TextStyle::Juju;

/// Returns a list of texts one a line.  @returns nothing for any other value
std::optional<std::string> lines(const Data& value) {
  if (value.kind() != Data::Kind::List)
    return std::nullopt;
  std::string text;
  for (std::size_t i = 0; i < value.size(); ++i) {
    if (value.child(i).kind() != Data::Kind::String)
      return std::nullopt;
    text.append(i == 0 ? "" : "\n").append(value.child(i).text());
  }
  return text;
}

std::string smart_text(const Data& value) {
  std::string text;
  if (value.kind() == Data::Kind::String)
    text = value.text();
  else if (value.kind() == Data::Kind::Boolean)
    text = value.text() == "true" ? "True" : "False";
  else if (auto listed = lines(value))
    text = std::move(*listed);
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

std::string formatted(const Data& value, Format format) {
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

std::string json_text(const Data& value) {
  std::string text;
  config::JsonWriter writer(text, juju);
  write(writer, value);
  return text;
}

std::string yaml_text(const Data& value) {
  std::string text;
  config::YamlWriter writer(text, juju);
  if (!value.is_null())
    write(writer, value);
  return text;
}

std::string in_quotes(std::string_view text) {
  return config::json_quoted(text, juju);
}

} // namespace orrery::hooks

#include "config/action_parameters.hpp"

#include "config/json_schema.hpp"
#include "config/json_text.hpp"
#include "config/names.hpp"
#include "config/yaml.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <exception>

namespace orrery::config {

namespace {

using Json = nlohmann::json;
using Parameters = tl::expected<Json, std::string>;

/// One word, taken apart.
struct GivenWord {
  std::vector<std::string> keys; ///< From the outermost mapping to the innermost.
  std::string value;
};

std::string one_line(const Json& value) {
  return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::vector<std::string> cut_at_dots(std::string_view text) {
  std::vector<std::string> parts;
  while (true) {
    const auto dot = text.find('.');
    parts.emplace_back(text.substr(0, dot));
    if (dot == std::string_view::npos)
      return parts;
    text.remove_prefix(dot + 1);
  }
}

tl::expected<GivenWord, std::string> take_apart(const std::string& word) {
  const auto equals = word.find('=');
  if (equals == std::string::npos)
    return tl::unexpected("argument " + quote(word) + " must be of the form key.key.key...=value");
  GivenWord parts{cut_at_dots(word.substr(0, equals)), word.substr(equals + 1)};
  for (const std::string& key : parts.keys)
    if (!is_action_name(key))
      return tl::unexpected("key " + quote(key)
                            + " must start and end with lowercase alphanumeric, and contain only "
                              "lowercase alphanumeric and hyphens");
  if (parts.keys.size() > small_limits.depth)
    return tl::unexpected("argument " + quote(word) + " names mappings nested deeper than "
                          + std::to_string(small_limits.depth));
  return parts;
}

/// A word's value. Where there is no document, as in `key=` or `key=#`, it is the text itself.
Parameters word_value(const std::string& text, const std::string& name) {
  const auto document = parse_yaml(text, name, small_limits, Dialect::Juju);
  if (!document)
    return tl::unexpected(document.error().text());
  if (document->root().line == 0)
    return Json(text);
  if (find_untextual_key(document->root()) != nullptr)
    return tl::unexpected(std::string("params must contain a YAML map with string keys"));
  const auto value = json_text(*document, document->root());
  if (!value)
    return tl::unexpected(value.error().text());
  return Json::parse(*value);
}

Parameters file_values(const std::string& text, const std::string& name) {
  const auto document = parse_yaml(text, name, small_limits, Dialect::Juju);
  if (!document)
    return tl::unexpected(document.error().text());
  const Node& root = document->root();
  const bool mapping = root.kind == Node::Kind::Mapping || root.kind == Node::Kind::Null;
  if (!mapping || find_untextual_key(root) != nullptr)
    return tl::unexpected(std::string("params must contain a YAML map with string keys"));
  const auto values = json_text(*document, root);
  if (!values)
    return tl::unexpected(values.error().text());
  return root.kind == Node::Kind::Null ? Json::object() : Json::parse(*values);
}

/// Sets the value at its place. Whatever stands in the way of a mapping goes.
void set_value(Json& values, const std::vector<std::string>& keys, Json value) {
  Json* place = &values;
  for (const std::string& key : keys) {
    if (!place->is_object())
      *place = Json::object();
    place = &(*place)[key];
  }
  *place = std::move(value);
}

/// Takes the fraction of zero from whole numbers: 5.0 is an integer as 5 is.
void make_whole(Json& value) {
  constexpr double most_exact = 9007199254740992.0; // 2^53
  if (value.is_structured())
    std::for_each(value.begin(), value.end(), make_whole);
  if (!value.is_number_float())
    return;
  const auto number = value.get<double>();
  if (std::trunc(number) == number && std::fabs(number) <= most_exact)
    value = static_cast<std::int64_t>(number);
}

/// Fills in the defaults of these properties where their keys are absent.
/// @returns why it cannot
std::optional<std::string> fill_in(Json& values, const Json& properties) {
  for (const auto& [key, schema] : properties.items()) {
    const auto given = values.find(key);
    const bool nested = schema.is_object() && schema.contains("properties");
    if (given != values.end()) {
      if (!given->is_object())
        continue;
      if (!nested)
        return quote(key) + " is given as a mapping, for which the schema has no properties";
      if (auto why = fill_in(*given, schema["properties"]))
        return why;
    } else if (schema.is_object() && schema.contains("default")) {
      values[key] = schema["default"];
    } else if (nested) {
      Json inner = Json::object();
      if (auto why = fill_in(inner, schema["properties"]))
        return why;
      if (!inner.empty())
        values[key] = std::move(inner);
    }
  }
  return std::nullopt;
}

} // namespace

tl::expected<std::string, std::string> read_parameters(const GivenParameters& parameters) {
  Json values = Json::object();
  std::vector<GivenWord> words;
  for (const std::string& word : parameters.words) {
    auto parts = take_apart(word);
    if (!parts)
      return tl::unexpected(parts.error());
    words.push_back(std::move(*parts));
  }
  if (parameters.file) {
    auto read = file_values(*parameters.file, parameters.file_name);
    if (!read)
      return tl::unexpected(read.error());
    values = std::move(*read);
  }
  for (const GivenWord& word : words) {
    auto value = parameters.only_texts ? Parameters(Json(word.value))
                                       : word_value(word.value, word.keys.back());
    if (!value)
      return tl::unexpected(value.error());
    set_value(values, word.keys, std::move(*value));
  }
  return one_line(values);
}

tl::expected<std::string, std::string> check_parameters(const std::string& schema,
                                                        const std::string& given) {
  try {
    Json values = Json::parse(given);
    make_whole(values);
    if (const auto valid = validate_json(schema, one_line(values)); !valid)
      return tl::unexpected("validation failed: " + valid.error());
    const Json wanted = Json::parse(schema);
    const Json properties = wanted.value("properties", Json::object());
    if (const auto why = fill_in(values, properties))
      return tl::unexpected("schema error caused a panic: " + *why);
    return one_line(values);
  } catch (const std::exception& error) {
    return tl::unexpected(std::string("schema error caused a panic: ") + error.what());
  }
}

} // namespace orrery::config

#include "config/json_schema.hpp"

#include "config/schema_errors.hpp"

// Without it the library ends the process where a schema is none.
#define VALIJSON_USE_EXCEPTIONS 1

#include <nlohmann/json.hpp>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <exception>
#include <regex>
#include <stdexcept>
#include <string_view>

namespace orrery::config {

namespace {

using Json = nlohmann::json;
using Adapter = valijson::adapters::NlohmannJsonAdapter;

constexpr std::size_t longest_matched = 2048;

constexpr std::array<std::string_view, 16> plain_keywords{"type",          "enum",
                                                          "required",      "pattern",
                                                          "minLength",     "maxLength",
                                                          "minimum",       "maximum",
                                                          "minItems",      "maxItems",
                                                          "uniqueItems",   "exclusiveMinimum",
                                                          "multipleOf",    "exclusiveMaximum",
                                                          "minProperties", "maxProperties"};
constexpr std::array<std::string_view, 4> schema_keywords{"items", "additionalItems",
                                                          "additionalProperties", "not"};
constexpr std::array<std::string_view, 4> list_keywords{"items", "allOf", "anyOf", "oneOf"};
constexpr std::array<std::string_view, 3> map_keywords{"properties", "patternProperties",
                                                       "dependencies"};

/// A schema as the library is to see it: draft 4's keywords only, without `format`, which the
/// library would check. Null stands for a schema that takes everything. The library's check of
/// whole divisors cuts off fractions, so that all divisors become fractions.
Json prepared(const Json& schema) {
  if (schema.is_null())
    return Json::object();
  if (!schema.is_object())
    return schema;
  Json result = Json::object();
  const auto take = [&](std::string_view keyword, auto&& change) {
    const auto found = schema.find(std::string(keyword));
    const bool asks = found != schema.end() && !(found->is_array() && found->empty());
    if (asks)
      result[std::string(keyword)] = change(*found);
  };
  for (const auto keyword : plain_keywords)
    take(keyword, [](const Json& value) { return value; });
  for (const auto keyword : schema_keywords)
    take(keyword, [](const Json& value) { return value.is_object() ? prepared(value) : value; });
  for (const auto keyword : list_keywords)
    take(keyword, [](Json value) {
      if (value.is_array())
        std::transform(value.begin(), value.end(), value.begin(), prepared);
      return value.is_object() ? prepared(value) : value;
    });
  for (const auto keyword : map_keywords)
    take(keyword, [](Json value) {
      if (value.is_object())
        std::transform(value.begin(), value.end(), value.begin(), prepared);
      return value;
    });
  if (const auto divisor = result.find("multipleOf"); divisor != result.end()) {
    if (!divisor->is_number() || divisor->get<double>() <= 0)
      throw std::runtime_error("multipleOf must be a number greater than 0");
    *divisor = divisor->get<double>();
  }
  return result;
}

/// Reads a prepared schema. Throws where it is none.
void read_schema(const Json& schema, valijson::Schema& into) {
  valijson::SchemaParser parser{valijson::SchemaParser::kDraft4};
  parser.populateSchema(Adapter{schema}, into);
}

bool accepts(const Json& schema, const Json& value) {
  valijson::Schema read;
  read_schema(schema, read);
  valijson::Validator validator;
  return validator.validate(read, Adapter{value}, nullptr);
}

/// Whether a text of the value, or a key, is too long to be matched with a pattern.
bool has_long_text(const Json& value) {
  if (value.is_string())
    return value.get_ref<const std::string&>().size() > longest_matched;
  if (value.is_object())
    for (const auto& [key, one] : value.items())
      if (key.size() > longest_matched || has_long_text(one))
        return true;
  return value.is_array() && std::any_of(value.begin(), value.end(), has_long_text);
}

} // namespace

tl::expected<void, std::string> check_schema(const std::string& schema) {
  try {
    valijson::Schema read;
    read_schema(prepared(Json::parse(schema)), read);
  } catch (const std::exception& error) {
    return tl::unexpected(std::string(error.what()));
  }
  return {};
}

tl::expected<void, std::string> validate_json(const std::string& schema, const std::string& given) {
  try {
    const Json wanted = prepared(Json::parse(schema));
    const Json value = Json::parse(given);
    if (schema.find("\"pattern") != std::string::npos && has_long_text(value))
      return tl::unexpected("(root) : no text that is matched with a pattern may have more than "
                            + std::to_string(longest_matched) + " bytes, given one that has");
    if (accepts(wanted, value))
      return {};
    const std::string text = schema_errors(wanted, value, accepts);
    return tl::unexpected(text.empty() ? "(root) : must validate the schema, given " + value.dump()
                                       : text);
  } catch (const std::regex_error& error) {
    return tl::unexpected(std::string("(root) : the schema has a pattern that cannot be read: ")
                          + error.what());
  } catch (const std::exception& error) {
    return tl::unexpected(std::string("(root) : the schema cannot be read: ") + error.what());
  }
}

} // namespace orrery::config

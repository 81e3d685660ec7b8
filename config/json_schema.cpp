#include "config/json_schema.hpp"

#include "config/schema_errors.hpp"
#include "config/schema_patterns.hpp"

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
#include <stdexcept>
#include <string_view>

namespace orrery::config {

namespace {

using Json = nlohmann::json;
using Adapter = valijson::adapters::NlohmannJsonAdapter;

constexpr std::size_t longest_matched = 2048;
constexpr std::size_t most_matched = 16384; ///< All texts together.

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

/// The library would match patterns with an engine whose time can double with each character: it
/// finds them in what is given as its cache, and those that name properties are not there.
/// @param patterns all of the schema
bool accepts(const Json& schema, const Json& value, Patterns& patterns) {
  valijson::Schema read;
  read_schema(without_pattern_properties(schema, value, patterns), read);
  const Adapter target{value};
  valijson::ValidationVisitor<Adapter> visitor(target, {"<root>"}, true, nullptr, patterns);
  return visitor.validateSchema(read);
}

/// Texts and keys of a value.
struct TextSizes {
  std::size_t longest = 0;
  std::size_t all = 0;

  void add(std::size_t size) {
    longest = std::max(longest, size);
    all += size;
  }
  void look(const Json& value) {
    if (value.is_string())
      add(value.get_ref<const std::string&>().size());
    if (value.is_object())
      for (const auto& [key, one] : value.items())
        add(key.size());
    if (value.is_structured())
      for (const Json& one : value)
        look(one);
  }
};

/// Why the texts of a value are too long to be matched with patterns; empty if they are not.
std::string why_too_long(const Json& value) {
  TextSizes sizes;
  sizes.look(value);
  if (sizes.longest > longest_matched)
    return "(root) : no text that is matched with a pattern may have more than "
           + std::to_string(longest_matched) + " bytes, given one that has";
  if (sizes.all > most_matched)
    return "(root) : texts that are matched with patterns may have " + std::to_string(most_matched)
           + " bytes in all, given more";
  return {};
}

} // namespace

tl::expected<void, std::string> check_schema(const std::string& schema) {
  try {
    const Json wanted = prepared(Json::parse(schema));
    valijson::Schema read;
    read_schema(wanted, read);
    static_cast<void>(patterns_of(wanted));
  } catch (const std::exception& error) {
    return tl::unexpected(std::string(error.what()));
  }
  return {};
}

tl::expected<void, std::string> validate_json(const std::string& schema, const std::string& given) {
  try {
    const Json wanted = prepared(Json::parse(schema));
    const Json value = Json::parse(given);
    if (schema.find("\"pattern") != std::string::npos)
      if (const std::string too_long = why_too_long(value); !too_long.empty())
        return tl::unexpected(too_long);
    Patterns patterns = patterns_of(wanted);
    if (accepts(wanted, value, patterns))
      return {};
    const std::string text =
      schema_errors(wanted, value, [&patterns](const Json& part, const Json& given_part) {
        return accepts(part, given_part, patterns);
      });
    return tl::unexpected(text.empty() ? "(root) : must validate the schema, given " + value.dump()
                                       : text);
  } catch (const std::exception& error) {
    return tl::unexpected(std::string("(root) : the schema cannot be read: ") + error.what());
  }
}

} // namespace orrery::config

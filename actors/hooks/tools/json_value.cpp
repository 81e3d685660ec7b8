#include "actors/hooks/tools/json_value.hpp"

#include <nlohmann/json.hpp>

#include <string>
#include <utility>
#include <vector>

namespace orrery::hooks {
namespace {

constexpr int deepest = 100;

/// A large or small fraction as JSON, YAML 1.1 and YAML 1.2 all read it as a number: 1e+20 is a
/// text to YAML 1.1.
std::string fraction_text(const nlohmann::json& number) {
  std::string text = number.dump();
  const std::size_t exponent = text.find('e');
  if (exponent != std::string::npos && text.find('.') == std::string::npos)
    text.insert(exponent, ".0");
  return text;
}

Value value_of(const nlohmann::json& json) {
  switch (json.type()) {
  case nlohmann::json::value_t::boolean:
    return Value::boolean(json.get<bool>());
  case nlohmann::json::value_t::number_integer:
  case nlohmann::json::value_t::number_unsigned:
    return Value::number(json.dump());
  case nlohmann::json::value_t::number_float:
    return Value::number(fraction_text(json));
  case nlohmann::json::value_t::string:
    return Value::of(json.get<std::string>());
  case nlohmann::json::value_t::array: {
    std::vector<Value> items;
    for (const nlohmann::json& item : json)
      items.push_back(value_of(item));
    return Value::list(std::move(items));
  }
  case nlohmann::json::value_t::object: {
    std::vector<Field> fields;
    for (const auto& [name, value] : json.items())
      fields.push_back({name, value_of(value)});
    return Value::map(std::move(fields));
  }
  case nlohmann::json::value_t::null:
  case nlohmann::json::value_t::binary: // no text makes one
  case nlohmann::json::value_t::discarded:
    break;
  }
  return {};
}

} // namespace

std::optional<Value> value_of_json(std::string_view text) {
  bool too_deep = false;
  const auto look = [&](int depth, nlohmann::json::parse_event_t, const nlohmann::json&) {
    too_deep = too_deep || depth > deepest;
    return true;
  };
  const nlohmann::json json = nlohmann::json::parse(text, look, false);
  if (json.is_discarded() || too_deep)
    return std::nullopt;
  return value_of(json);
}

} // namespace orrery::hooks

#include "config/read_json.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>

namespace orrery::config {

namespace {

constexpr int most_levels = 100;

/// A large or small fraction as JSON, YAML 1.1 and YAML 1.2 all read it as a number: 1e+20 is a
/// text to YAML 1.1.
std::string fraction_text(const nlohmann::json& number) {
  std::string text = number.dump();
  const std::size_t exponent = text.find('e');
  if (exponent != std::string::npos && text.find('.') == std::string::npos)
    text.insert(exponent, ".0");
  return text;
}

/// Tells whether a value stands below more levels than are read.
bool is_too_deep(const nlohmann::json& value, int level) {
  const auto below = [&](const nlohmann::json& child) { return is_too_deep(child, level + 1); };
  return level > most_levels
         || (value.is_structured() && std::any_of(value.begin(), value.end(), below));
}

Data data_of(const nlohmann::json& value, TextStyle style, int level) {
  if (value.is_structured() && level > most_levels)
    return "...";
  if (value.is_object()) {
    Data map = Data::map();
    for (const auto& [key, child] : value.items())
      map.add(key, data_of(child, style, level + 1));
    return map;
  }
  if (value.is_array()) {
    Data list = Data::list();
    for (const auto& child : value)
      list.push(data_of(child, style, level + 1));
    return list;
  }
  if (value.is_string())
    return value.get_ref<const std::string&>();
  if (value.is_boolean())
    return value.get<bool>();
  if (value.is_number_float() && style == TextStyle::Juju)
    return Data::number(fraction_text(value));
  return value.is_number() ? Data::number(value.dump()) : Data();
}

} // namespace

std::optional<Data> read_json(std::string_view text, TextStyle style) {
  const auto value = nlohmann::json::parse(text.begin(), text.end(), nullptr, false);
  if (value.is_discarded() || (style == TextStyle::Juju && is_too_deep(value, 0)))
    return std::nullopt;
  return data_of(value, style, 0);
}

} // namespace orrery::config

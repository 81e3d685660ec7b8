#include "config/schema_patterns.hpp"

#include "config/text_patterns.hpp"

#include <nlohmann/json.hpp>

#include <array>
#include <set>
#include <stdexcept>
#include <string_view>

namespace orrery::config {

namespace {

using PatternJson = nlohmann::json;

constexpr std::size_t most_nodes_written_out = 100'000;

/// Calls `visit` with each schema that is directly below a schema.
template <class Schema, class Visit>
void each_subschema(Schema& schema, const Visit& visit) {
  for (const char* keyword :
       {"items", "additionalItems", "additionalProperties", "not", "allOf", "anyOf", "oneOf"}) {
    const auto found = schema.find(keyword);
    if (found == schema.end())
      continue;
    if (found->is_object())
      visit(*found);
    else if (found->is_array())
      for (auto& one : *found)
        visit(one);
  }
  for (const char* keyword : {"properties", "patternProperties", "dependencies"})
    if (const auto found = schema.find(keyword); found != schema.end() && found->is_object())
      for (auto& one : *found)
        visit(one);
}

struct PatternCollector {
  Patterns& patterns;
  std::size_t steps = 0;

  void collect(const PatternJson& schema) {
    if (!schema.is_object())
      return;
    if (const auto own = schema.find("pattern"); own != schema.end() && own->is_string())
      add(own->get<std::string>());
    if (const auto named = schema.find("patternProperties");
        named != schema.end() && named->is_object())
      for (const auto& [pattern, wanted] : named->items())
        add(pattern);
    each_subschema(schema, [this](const PatternJson& below) { collect(below); });
  }

  void add(const std::string& pattern) {
    auto read = linear_pattern(pattern);
    if (!read)
      throw std::runtime_error(read.error());
    steps += pattern_size(pattern).value_or(0);
    if (steps > most_pattern_steps)
      throw std::runtime_error("its patterns have more than " + std::to_string(most_pattern_steps)
                               + " steps in all");
    patterns.insert_or_assign(pattern, std::move(*read));
  }
};

void collect_keys(const PatternJson& value, std::set<std::string>& keys) {
  if (value.is_object())
    for (const auto& [key, one] : value.items())
      keys.insert(key);
  if (value.is_structured())
    for (const auto& one : value)
      collect_keys(one, keys);
}

std::size_t nodes_of(const PatternJson& value) {
  std::size_t nodes = 1;
  if (value.is_structured())
    for (const auto& one : value)
      nodes += nodes_of(one);
  return nodes;
}

struct PatternWriter {
  const std::set<std::string>& keys;
  const Patterns& patterns;
  std::size_t nodes = 0;

  void write_out(PatternJson& schema) {
    if (!schema.is_object())
      return;
    each_subschema(schema, [this](PatternJson& below) { write_out(below); });
    const auto found = schema.find("patternProperties");
    if (found == schema.end() || !found->is_object())
      return;
    const PatternJson named = *found;
    schema.erase(found);
    const PatternJson own = schema.value("properties", PatternJson::object());
    for (const std::string& key : keys) {
      PatternJson all = PatternJson::array();
      for (const auto& [pattern, wanted] : named.items())
        if (std::regex_search(key, patterns.at(pattern)))
          all.push_back(wanted);
      if (all.empty())
        continue;
      if (const auto said = own.find(key); said != own.end())
        all.push_back(*said);
      nodes += nodes_of(all);
      if (nodes > most_nodes_written_out)
        throw std::runtime_error("its patternProperties match too many keys of what is given");
      schema["properties"][key] = PatternJson{{"allOf", std::move(all)}};
    }
  }
};

} // namespace

Patterns patterns_of(const nlohmann::json& schema) {
  Patterns patterns;
  PatternCollector{patterns}.collect(schema);
  return patterns;
}

nlohmann::json without_pattern_properties(const nlohmann::json& schema,
                                          const nlohmann::json& value,
                                          const Patterns& patterns) {
  std::set<std::string> keys;
  collect_keys(value, keys);
  nlohmann::json written = schema;
  PatternWriter{keys, patterns}.write_out(written);
  return written;
}

} // namespace orrery::config

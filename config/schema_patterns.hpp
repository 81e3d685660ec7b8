#pragma once

#include <nlohmann/json_fwd.hpp>

#include <regex>
#include <string>
#include <unordered_map>

/// The patterns in a schema, in place of what valijson would do with them.
namespace orrery::config {

/// Patterns as std::regex_search takes them, by their texts.
using Patterns = std::unordered_map<std::string, std::regex>;

/// Returns all patterns of a schema, those that name properties among them.
/// Throws std::runtime_error where one cannot be taken, or all together have too many steps.
[[nodiscard]] Patterns patterns_of(const nlohmann::json& schema);

/// Returns a schema that says of a value the same without patternProperties: each is written out as
/// properties, for all keys that the value has anywhere.
/// Throws std::runtime_error where that would become too large.
[[nodiscard]] nlohmann::json without_pattern_properties(const nlohmann::json& schema,
                                                        const nlohmann::json& value,
                                                        const Patterns& patterns);

} // namespace orrery::config

#pragma once

#include <tl/expected.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace orrery::config {

/// Says whether an action may have that name, and a key of its parameters, too (A28).
[[nodiscard]] bool is_action_name(std::string_view text);
/// Holds parameters against an action's schema and fills in its defaults (A36-A38).
/// @param schema and `given` are JSON; @returns the parameters as JSON, or `validation failed: ...`
[[nodiscard]] tl::expected<std::string, std::string> check_parameters(const std::string& schema,
                                                                      const std::string& given);
/// Reads what a user gives an action: a YAML file, and `key.key=value` words on top of it (A39).
/// @returns a JSON object.
[[nodiscard]] tl::expected<std::string, std::string>
parameters_from_words(const std::vector<std::string>& words,
                      bool string_args,
                      const std::optional<std::string>& file_text);

} // namespace orrery::config

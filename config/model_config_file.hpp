#pragma once

#include "config/error.hpp"

#include <map>
#include <string>

namespace orrery::config {

/// Reads a YAML mapping of keys to values, or what `model-config --format yaml` writes: keys to a
/// `value` and its `source`. Errors: no mapping, a value that is a list, a mapping without a value.
[[nodiscard]] Result<std::map<std::string, std::string>>
parse_model_config_file(const std::string& text, const std::string& name);

} // namespace orrery::config

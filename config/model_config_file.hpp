#pragma once

#include "config/error.hpp"

#include <map>
#include <string>
#include <vector>

namespace orrery::config {

/// Keys that a file sets, as text.
struct ModelConfigFile {
  std::map<std::string, std::string> values;
  std::vector<std::string> warnings; ///< `FILE:LINE:COLUMN: WHAT`.
};

/// Reads a YAML mapping of keys to values, or what `model-config --format yaml` or json writes:
/// keys to a `value` and its `source`. Numbers and booleans are read as in other files of Juju's.
/// Errors: no mapping, a value that is a list, a mapping without a value.
[[nodiscard]] Result<ModelConfigFile> parse_model_config_file(const std::string& text,
                                                              const std::string& name);

} // namespace orrery::config

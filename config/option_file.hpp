#pragma once

#include "config/error.hpp"

#include <map>
#include <string>
#include <vector>

namespace orrery::config {

/// Options that a file sets, as text.
struct OptionFile {
  std::map<std::string, std::string> texts;
  /// What stands unquoted there for a number or a boolean that is written otherwise: 0755 is 493.
  std::map<std::string, std::string> readings;
  std::vector<std::string> warnings; ///< `FILE:LINE:COLUMN: WHAT`.
};

/// Reads a YAML mapping of options to values, or Juju's form of it: the application's name on top,
/// the options below.
/// Errors: no mapping, options that are no single values, options of other applications only.
[[nodiscard]] Result<OptionFile>
parse_option_file(const std::string& text, const std::string& name, const std::string& application);

} // namespace orrery::config

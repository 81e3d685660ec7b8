#pragma once

#include "config/error.hpp"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace orrery::config {

/// Options that a file sets, as text.
struct OptionFile {
  std::map<std::string, std::string> texts;
  /// Readings of unquoted numbers and booleans that are written otherwise: 0755 is 493.
  std::map<std::string, std::string> readings;
  std::set<std::string> reset;       ///< Those without a value: their defaults hold again.
  std::vector<std::string> warnings; ///< `FILE:LINE:COLUMN: WHAT`.
};

/// Reads a YAML mapping of options to values, or Juju's form of it: the application's name on top,
/// the options below. What `orrery config` shows of any application is read, too: options that
/// somebody has set count, those with their defaults or without a value are left out.
/// Errors: no mapping, options that are no single values, options of other applications only, no
/// options at all.
[[nodiscard]] Result<OptionFile>
parse_option_file(const std::string& text, const std::string& name, const std::string& application);

} // namespace orrery::config

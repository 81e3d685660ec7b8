#pragma once

#include <tl/expected.hpp>

#include <optional>
#include <string>
#include <vector>

/// Parameters of actions: what a user gives, and what an action gets of it.
namespace orrery::config {

/// Parameters as a user gives them to an action.
struct GivenParameters {
  std::vector<std::string> words;  ///< `key.key=value`, later ones win.
  bool only_texts = false;         ///< A word's value is text, whatever YAML reads it as.
  std::optional<std::string> file; ///< The text of a YAML file, which the words are merged into.
  std::string file_name;           ///< For errors.
};

/// Reads parameters as JSON on one line, keys sorted. Values are YAML 1.1: `y` is true, `010` is 8,
/// nothing is an empty text. A word sets one key and leaves its neighbours; a value in the way of a
/// mapping goes (A39).
/// Errors: a word without `=`, a key that is none, YAML that cannot be read, a file that is no
/// mapping with text for keys; a sentence each.
[[nodiscard]] tl::expected<std::string, std::string>
read_parameters(const GivenParameters& parameters);

/// Validates parameters against the action's schema, then fills in its defaults, which are not
/// validated (A36, A38). All texts are JSON.
/// Errors: `validation failed: ...` (A37), `schema error caused a panic: ...` of a mapping that the
/// schema says nothing about.
[[nodiscard]] tl::expected<std::string, std::string> check_parameters(const std::string& schema,
                                                                      const std::string& given);

} // namespace orrery::config

#include "cmd/verbs/verbs.hpp"

#include <algorithm>

/// A table of a few verbs: the whole one brings all that verbs do along, and the parser wants their
/// names alone.
namespace orrery::cmd {

const std::vector<std::string>& verb_names() {
  static const std::vector<std::string> names{"check",  "config",      "deploy", "integrate",
                                              "status", "remove-unit", "explain"};
  return names;
}

const Verb* find_verb(std::string_view name) {
  static const Verb known;
  const auto& names = verb_names();
  return std::find(names.begin(), names.end(), name) == names.end() ? nullptr : &known;
}

} // namespace orrery::cmd

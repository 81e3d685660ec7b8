#pragma once

#include "actors/hooks/tools/tool.hpp"

#include <tl/expected.hpp>

#include <string>
#include <vector>

/// Results that an action or a command sets for people to read (A28).
namespace orrery::hooks {

/// One `a.b.c=value` of action-set.
struct ActionResult {
  std::vector<std::string> path; ///< `a`, `b` and `c`; never empty.
  std::string value;
};

/// Takes the arguments of action-set apart. @returns misuse if one is none, or its key is not
/// allowed.
[[nodiscard]] tl::expected<std::vector<ActionResult>, ToolDone>
parse_results(const std::vector<std::string>& arguments);

/// Adds results to those that there are, one after the other: a map takes the place of a text that
/// is in its way, and the other way round.
/// @param results HookState::results
/// @returns the new HookState::results; else a sentence: why they cannot be kept.
[[nodiscard]] tl::expected<std::string, std::string>
with_results(const std::string& results, const std::vector<ActionResult>& added);

} // namespace orrery::hooks

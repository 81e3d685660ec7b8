#pragma once

#include <tl/expected.hpp>

#include <cstddef>
#include <regex>
#include <string>
#include <string_view>

/// Regular expressions that a charm writes into a schema, matched in time that grows with the text
/// and the pattern alone, whatever they are (A36). ECMAScript's, without looking ahead and without
/// references to groups: no such pattern can be matched so, and Juju takes none of them either.
namespace orrery::config {

/// Steps that all patterns of one schema may have together, see pattern_size().
inline constexpr std::size_t most_pattern_steps = 2048;

/// Returns how many steps a pattern has: characters and classes, each as often as it is repeated at
/// least or at most.
/// Errors: a look ahead, a reference to a group.
[[nodiscard]] tl::expected<std::size_t, std::string> pattern_size(std::string_view pattern);

/// Returns the pattern for std::regex_search: that finds nothing, or something from the first
/// character on.
/// Errors: as of pattern_size(), more than `most_pattern_steps`, a text that is no pattern.
[[nodiscard]] tl::expected<std::regex, std::string> linear_pattern(const std::string& pattern);

} // namespace orrery::config

#pragma once

#include "cmd/console/script.hpp"

#include <tl/expected.hpp>

#include <chrono>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace orrery::cmd::console {

/// Finds what is wrong with the words of a script, as far as it can be known before it runs: flags
/// and counts of words of verbs, conditions, selectors, durations, numbers. What holds variables is
/// left out, and so is the inside of `expect error`. At most 20 errors.
[[nodiscard]] std::vector<ScriptError> check_block(const Block& block);

/// Says what is wrong with variables that are set from outside: a script that neither sets nor uses
/// one nor takes in another file. Empty if all is well.
[[nodiscard]] std::string check_given(const Block& block,
                                      const std::map<std::string, std::string>& given);

/// Letters, digits and `_`.
[[nodiscard]] bool is_variable_name(const std::string& text);

inline constexpr std::uint32_t branches_max = 64; ///< Of a session at once.

// What single words mean; errors are sentences.
[[nodiscard]] tl::expected<std::chrono::milliseconds, std::string>
read_duration(const std::string& word);
[[nodiscard]] tl::expected<std::uint32_t, std::string> read_number(const std::string& word);
/// Reads a number of branches: 1 to `branches_max`.
[[nodiscard]] tl::expected<std::uint32_t, std::string> read_branches(const std::string& word);

} // namespace orrery::cmd::console

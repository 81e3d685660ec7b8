#pragma once

#include <tl/expected.hpp>

#include <cstdint>
#include <string>
#include <string_view>

/// When secrets are due (SE16, SE17, SE46). Times are milliseconds since the epoch, to the second.
namespace orrery::config {

/// Whether that is `never`, `hourly`, `daily`, `weekly`, `monthly`, `quarterly` or `yearly`.
[[nodiscard]] bool is_rotate_policy(std::string_view text);

/// Returns the time one period of the policy after `from`, by the calendar of UTC; days that a
/// month does not have roll over. 0 for `never` and the empty policy.
[[nodiscard]] std::int64_t rotation_after(std::string_view policy, std::int64_t from);

/// Returns a time as RFC 3339 has it, in UTC: `2026-01-31T08:00:00Z`.
[[nodiscard]] std::string secret_time_text(std::int64_t time);

/// Reads a time as RFC 3339 has it, with or without a zone, or a Go duration from now.
/// @returns the time; else a sentence in Juju's words.
[[nodiscard]] tl::expected<std::int64_t, std::string> parse_secret_expiry(const std::string& text,
                                                                          std::int64_t now);

} // namespace orrery::config

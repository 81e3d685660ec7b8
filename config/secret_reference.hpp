#pragma once

#include <tl/expected.hpp>

#include <string>
#include <string_view>

/// How secrets are named (SE1).
namespace orrery::config {

/// Whether that is 20 characters `[0-9a-v]`.
[[nodiscard]] bool is_secret_id(std::string_view text);

/// Reads `ID`, `secret:ID` or `secret://MODEL/ID`.
/// @returns the id; else a sentence in Juju's words.
[[nodiscard]] tl::expected<std::string, std::string> parse_secret_uri(std::string_view text);

} // namespace orrery::config

#pragma once

#include <tl/expected.hpp>

#include <string>

/// JSON Schema, draft 4, for parameters of actions (A36); `format` is not checked. Nothing of it
/// throws.
namespace orrery::config {

/// Checks that a text is a schema: known types, keywords with values of their kind.
/// @returns why it is none
[[nodiscard]] tl::expected<void, std::string> check_schema(const std::string& schema);

/// Validates a JSON text. An error lists all that is wrong: `PATH : TEXT, given JSON`, joined by
/// `; ` (A37). A mapping's own errors come before those of its members, members by name.
///
/// A schema with patterns refuses values with a text of more than 2048 bytes, or with more than
/// 16384 bytes of texts in all, because the time of matching grows with them.
[[nodiscard]] tl::expected<void, std::string> validate_json(const std::string& schema,
                                                            const std::string& given);

} // namespace orrery::config

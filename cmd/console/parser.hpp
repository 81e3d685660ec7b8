#pragma once

#include "cmd/console/script.hpp"

#include <tl/expected.hpp>

#include <string_view>

namespace orrery::cmd::console {

/// Reads a whole script before any of it runs: its blocks, its keywords and the names of its verbs.
///
///     script    = { statement ( newline | ";" ) }
///     statement = word { word } [ "{" script "}" [ "else" ( "{" script "}" | statement ) ] ]
///
/// A block belongs to a keyword that takes one, and must follow on the same line, as must `else`,
/// which only `if` takes; the statement after it is another `if`. docs/users/console.md has it all.
[[nodiscard]] tl::expected<Block, ScriptError> parse(std::string_view text);

} // namespace orrery::cmd::console

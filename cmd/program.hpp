#pragma once

#include "cmd/verb.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace orrery::cmd {

/// What starts the orchestrator; takes the flags of `serve`.
using Serve = int (*)(const Arguments& arguments);

/// The `orrery` program.
/// @param name what it was called as; as `juju` it says what Juju says, in Juju's words.
/// @param arguments without the program's own name. @returns what it exits with.
[[nodiscard]] int
program(std::string_view name, const std::vector<std::string>& arguments, Serve serve);

} // namespace orrery::cmd

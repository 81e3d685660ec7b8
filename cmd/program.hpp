#pragma once

#include <string>
#include <vector>

namespace orrery::cmd {

/// What starts the orchestrator; takes the words after `serve`.
using Serve = int (*)(const std::vector<std::string>& arguments);

/// The `orrery` program.
/// @param arguments without the program's own name. @returns what it exits with.
[[nodiscard]] int program(const std::vector<std::string>& arguments, Serve serve);

} // namespace orrery::cmd

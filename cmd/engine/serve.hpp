#pragma once

#include "cmd/session/arguments.hpp"

namespace orrery::cmd {

/// `orrery serve`: runs the orchestrator until it is told to stop.
/// @param arguments the verb's flags, checked. @returns what the program exits with.
[[nodiscard]] int serve(const Arguments& given);

} // namespace orrery::cmd

#pragma once

#include <string>
#include <vector>

namespace orrery::cmd {

/// `orrery serve`: runs the orchestrator until it is told to stop.
/// @param arguments the words after `serve`. @returns what the program exits with.
[[nodiscard]] int serve(const std::vector<std::string>& arguments);

} // namespace orrery::cmd

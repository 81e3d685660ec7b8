#pragma once

#include "cmd/session/arguments.hpp"

namespace orrery::simulate {

/// `orrery simulate`. @returns what the program exits with: 1 if anything was found.
[[nodiscard]] int simulate(const cmd::Arguments& arguments);

} // namespace orrery::simulate

#pragma once

#include "cmd/session/arguments.hpp"

namespace orrery::cmd {

/// `orrery backup restore`: puts a backup's models in a data directory that nobody serves, and says
/// what was done. @returns what to exit with.
[[nodiscard]] int restore(const Arguments& arguments);

} // namespace orrery::cmd

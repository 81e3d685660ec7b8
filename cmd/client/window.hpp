#pragma once

#include "cmd/client/output.hpp"

namespace orrery::cmd {

/// The size of a terminal's window, 80 by 24 where it has none. May be called by a signal handler.
/// @param terminal a file descriptor
[[nodiscard]] WindowSize window_of(int terminal);

} // namespace orrery::cmd

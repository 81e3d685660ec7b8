#pragma once

#include "cmd/client/client.hpp"

namespace orrery::cmd::console {

/// Reads commands from the terminal, with history and completion, until its end or `exit`.
/// Ctrl-C ends what is waited for, never the work. @returns an Exit, of the last command.
[[nodiscard]] int run_interactive(Client& client);

} // namespace orrery::cmd::console

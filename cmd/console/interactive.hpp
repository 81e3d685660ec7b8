#pragma once

#include "cmd/client/client.hpp"

#include <filesystem>

namespace orrery::cmd::console {

/// Reads commands from the terminal, with history and completion, until its end or `exit`.
/// Ctrl-C ends what is waited for, never the work. An orchestrator that has gone away is connected
/// to again with the next command.
/// @param socket where it listens
/// @param model that commands are about, `OWNER/MODEL`; empty: that of who names none
/// @returns an Exit, of the last command.
[[nodiscard]] int
run_interactive(Client client, const std::filesystem::path& socket, const std::string& model);

} // namespace orrery::cmd::console

#pragma once

#include "cmd/client/wire.hpp"

#include <filesystem>
#include <string>

namespace orrery::cmd {

/// Says why the client's files cannot take a login at that socket, in a sentence; empty: they can.
/// @param replaces whether another orchestrator's entry gives way.
[[nodiscard]] std::string why_not_logged_in_there(const std::filesystem::path& socket,
                                                  bool replaces);

/// Asks the orchestrator whether those may log in, and keeps them in the client's files (UR16).
/// @param welcomes says so, and which models there are (UR7).  @returns what to exit with.
[[nodiscard]] int keep_login(const std::filesystem::path& socket,
                             const wire::Credentials& account,
                             bool welcomes = true);

} // namespace orrery::cmd

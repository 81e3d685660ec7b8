#pragma once

#include "cmd/session/session.hpp"

#include <string>

namespace orrery::cmd {

/// Returns the command by which a user sets his password for the first time (UR6).
[[nodiscard]] std::string
register_command(const Session& session, const std::string& user, const std::string& secret);

} // namespace orrery::cmd

#pragma once

#include "actors/protocol/agents.hpp"

namespace orrery::agents {

/// How many users' commands may wait at one unit or machine, the running one included; more are
/// refused.
inline constexpr std::size_t most_commands = 16;

/// Returns the part of a job that a user's command decides: shell, script, deadline, and that its
/// output is kept.
[[nodiscard]] hooks::HookJob command_job(const protocol::RunCommand& command);

} // namespace orrery::agents

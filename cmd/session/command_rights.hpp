#pragma once

#include "actors/protocol/commands.hpp"
#include "cmd/session/session.hpp"

#include <optional>

namespace orrery::cmd {

/// Returns what one needs at least on a model to run that command on it; nothing: no session runs
/// it, because agents do, or because it is about users (run_on_process). A command without a row
/// does not compile.
[[nodiscard]] std::optional<Right> right_for_command(const protocol::Command& command);

/// Runs a command about users and their rights on the orchestrator's own records. Whether whoever
/// asks may do so is for the verb to say: it depends on whom it is about.
[[nodiscard]] protocol::Answer run_on_process(Session& session, const protocol::Command& command);

} // namespace orrery::cmd

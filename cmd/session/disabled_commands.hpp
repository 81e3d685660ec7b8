#pragma once

#include "actors/protocol/commands.hpp"
#include "cmd/session/session.hpp"
#include "config/command_sets.hpp"

#include <optional>
#include <string>

namespace orrery::cmd {

/// Returns the set that a command of a user's belongs to (MD13); nothing: it is always there, as
/// the one that enables others.
[[nodiscard]] std::optional<config::CommandSet> command_set_of(const protocol::Command& command);

/// Says that commands of `used` are disabled in a model, in the words of whoever has disabled them,
/// and how they are enabled; nothing: they are not. Of a model that cannot be read none are.
[[nodiscard]] std::optional<std::string>
why_disabled(const Session& session, Orchestrator& model, config::CommandSet used);

} // namespace orrery::cmd

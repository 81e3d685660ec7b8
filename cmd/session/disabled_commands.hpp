#pragma once

#include "actors/protocol/commands.hpp"
#include "cmd/session/session.hpp"
#include "config/command_sets.hpp"

#include <optional>
#include <string>

namespace orrery::cmd {

/// Whether sets of commands have that one (MD13): all but the one that enables others. In which of
/// them it is says the verb (Session::set).
[[nodiscard]] bool can_be_disabled(const protocol::Command& command);

/// Says that commands of `used` are disabled in a model, in the words of whoever has disabled them,
/// and how they are enabled; nothing: they are not. Of a model that cannot be read none are.
[[nodiscard]] std::optional<std::string>
why_disabled(const Session& session, Orchestrator& model, config::CommandSet used);

} // namespace orrery::cmd

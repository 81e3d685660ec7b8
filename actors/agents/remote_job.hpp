#pragma once

#include "actors/hooks/runner.hpp"
#include "actors/providers/provider.hpp"

#include <optional>
#include <string>

namespace orrery::agents {

/// A program that a user wants to run in a unit's place or on a machine, outside any hook (CL2).
struct RemoteOrder {
  std::string unit; ///< Empty: on the machine itself.
  store::MachineId machine = 0;
  std::optional<std::string> command{}; ///< For a shell; nothing: the shell itself.
  std::string terminal_type{};          ///< TERM; empty: not known.
};

/// Returns the job without its streams: as the unit's user, in the unit's directory, which is its
/// home; on a machine as the orchestrator's user, in the machine's directory. Nothing bounds its
/// time but the session.
[[nodiscard]] hooks::HookJob remote_job(const RemoteOrder& order,
                                        const providers::Provider& provider);

/// Gives the job a terminal in place of standard streams.
/// @param terminal a path, of a terminal that the job's user may open
void use_terminal(hooks::HookJob& job, const RemoteOrder& order, const std::string& terminal);

} // namespace orrery::agents

#pragma once

#include "actors/hooks/context.hpp"
#include "actors/hooks/runner.hpp"

namespace orrery::agents {

/// Bytes of each stream that are kept of a task (A32).
inline constexpr std::uint64_t kept_of_task = std::uint64_t{1} << 20;

/// Returns the part of a job that a user's command decides (A60): shell, script, deadline, and that
/// its output is kept.
/// @param parameters ActionSight::parameters of `juju-exec`: `command`, `timeout` in
/// nanoseconds, 0 for none (A40), and maybe `stdin`.
[[nodiscard]] hooks::HookJob command_job(const std::string& parameters);

/// Returns the token of a command's standard input (hooks/given_input.hpp); empty: it has none
/// (A64).
/// @param parameters as of command_job()
[[nodiscard]] std::string input_of(const std::string& parameters);
/// Why a command with a standard input does not run: nobody keeps that any more (A64).
inline constexpr const char* input_is_gone =
  "its standard input went with the client that gave it: run the command again";

/// Returns the same of an action of the charm in that directory; `program` is empty where the charm
/// has none (A22).
[[nodiscard]] hooks::HookJob action_job(const std::string& action, const std::string& charm);

/// Returns why the charm in that directory, as its files are now, does not take the action with its
/// parameters (A21): they may be those of a refresh that came behind it. Empty if it does.
[[nodiscard]] std::string why_not_taken(const hooks::ActionSight& action, const std::string& charm);

} // namespace orrery::agents

#pragma once

#include <string>
#include <vector>

/// Programs of Juju's machines that the hook-tool program stands in for, without the orchestrator
/// (hooks::programs_beside_tools).
namespace orrery::tool {

using Words = std::vector<std::string>;

/// Runs what is called by the first word.
/// @returns its exit code; -1: no such name is known here.
[[nodiscard]] int run_alone(const Words& words);

/// `sudo`: the system's where it has one. Otherwise the command runs as who calls it, or by runuser
/// as who `-u` names.
[[nodiscard]] int run_sudo(const Words& words);

/// Becomes the program, found in PATH unless it is a path.
/// @returns only if that fails, with exit code 127 and a sentence on standard error.
int become(const Words& words);

} // namespace orrery::tool

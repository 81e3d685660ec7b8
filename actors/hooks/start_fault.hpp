#pragma once

#include "actors/hooks/keeper_report.hpp"
#include "actors/hooks/runner.hpp"

#include <string>

namespace orrery::hooks {

/// Says why a hook's program was not run, as a sentence of one line with the remedy: what is
/// missing of the program, its interpreter, its directory, or the file system that it lies on. The
/// sentence is short, so that status shows it as a whole (render::failed_hook).
/// Looks at the program's first bytes.
/// @pre the report is of the kind NoDirectory, NoProgram or NoProcess
[[nodiscard]] std::string start_fault(const HookJob& job, const KeeperReport& report);

/// Says that a script's first line ends in a carriage return, as editors of Windows write it; empty
/// if it does not. What the line names then is not found, or is taken for an option: by the kernel,
/// or by `env`, after which the script counts as one that ran.
[[nodiscard]] std::string line_end_fault(const std::string& program);

} // namespace orrery::hooks

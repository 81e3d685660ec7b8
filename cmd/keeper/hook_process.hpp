#pragma once

#include "actors/hooks/control_group.hpp"
#include "actors/hooks/keeper_report.hpp"

#include <sys/types.h>

#include <optional>

namespace orrery::keeper {

/// A program to run; its standard streams are this process's, unless it has others.
struct HookProgram {
  const char* directory = nullptr;
  char** words = nullptr; ///< words[0] is its path.
  char** environment = nullptr;
  const char* group = nullptr; ///< The control group that it begins in; null: this process's.
  hooks::GroupLimits limits;   ///< Of that group.
  uid_t user = 0;              ///< Whom it becomes, with a group of that number; 0: as we are.
  bool no_new_privileges = false;
  int input = -1;   ///< Its standard input; -1: this process's.
  int outputs = -1; ///< Its standard output, and one more its standard error; -1: this process's.
};

/// Ignores what a terminal or a stranger may send to a keeper; all other signals are as a program
/// expects them, so that start_hook() has few to put right.
void keep_signals();

/// Starts it in a session of its own, with clean signals; it dies with this process.  @pre
/// keep_signals().
/// @param pid is set if it runs.  @returns why it does not.
[[nodiscard]] std::optional<hooks::KeeperReport> start_hook(const HookProgram& program, pid_t& pid);

} // namespace orrery::keeper

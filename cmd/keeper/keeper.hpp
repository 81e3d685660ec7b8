#pragma once

#include "cmd/keeper/command_line.hpp"
#include "cmd/keeper/request.hpp"

namespace orrery::keeper {

/// Sets what all keepers have from the starter: working directory, umask, signals.
void inherit_to_keepers();

/// Holds one hook and all that it starts, as main.cpp says, until nothing of it is left; then the
/// next that it is asked for, if the runner was told that there may be one.
/// @param first what the starter was asked. @param shown already shows that.
/// @returns the exit code.
int keep_hooks(Request first, CommandLine& shown);

} // namespace orrery::keeper

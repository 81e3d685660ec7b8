#pragma once

namespace orrery::keeper {

/// What all keepers have from the starter: working directory, umask, signals.
void inherit_to_keepers();

/// Holds one hook and all that it starts, as main.cpp says, until nothing of it is left.
/// @param words the command line of main.cpp. @param environment the hook's. Both end with a null pointer.
/// @returns the exit code.
int keep_hook(char** words, char** environment);

} // namespace orrery::keeper

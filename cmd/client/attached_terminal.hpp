#pragma once

namespace orrery::cmd {

/// Puts the terminal of standard input and output before a program's: each key goes to the program,
/// Ctrl-C too, which has the size of this window. Ends when all programs of that terminal have, or
/// when the orchestrator has something to say.
///
/// @param terminal the user's side of the program's terminal @param orchestrator a socket
void attach(int terminal, int orchestrator);

} // namespace orrery::cmd

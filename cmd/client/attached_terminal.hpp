#pragma once

namespace orrery::cmd {

/// Puts the terminal of standard input and output before a program's: each key goes to the program,
/// Ctrl-C too, which has the size of this window. Ends when all programs of that terminal have, or
/// when the orchestrator has something to say, or when standard output takes no more.
///
/// @param terminal the user's side of the program's terminal @param orchestrator a socket
/// @returns why standard output takes no more, as errno has it; 0 if it takes all
[[nodiscard]] int attach(int terminal, int orchestrator);

} // namespace orrery::cmd

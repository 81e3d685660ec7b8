#pragma once

namespace orrery::keeper {

/// Makes a keeper for each request of the orchestrator (actors/hooks/start_request.hpp) until the
/// orchestrator's end of the socket is closed. A keeper is forked, not executed, and is the
/// orchestrator's own child.
///
/// @param arguments of main(): the program, `--starter`, and padding that a keeper's command line
/// takes the place of.
/// @returns main's exit code, in the starter and in each keeper.
int run_starter(char** arguments);

} // namespace orrery::keeper

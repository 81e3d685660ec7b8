#pragma once

namespace orrery::cmd {

/// The process goes on as another program of Orrery's, from the same directory, with the same
/// words. Only returns if that fails: it has complained then. @returns what to exit with.
int become_sibling(const char* program, char** words);

} // namespace orrery::cmd

#pragma once

#include "cmd/session/arguments.hpp"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace orrery::cmd {

/// Verbs that the program carries out by itself, by name, or by name and first word: each takes the
/// verb's arguments and returns what to exit with.
using OwnVerbs = std::map<std::string, int (*)(const Arguments& arguments)>;

/// The `orrery` program.
/// @param called what it was called as; as `juju` it says what Juju says, in Juju's words.
/// @param arguments without the program's own name. @returns what it exits with.
[[nodiscard]] int
program(std::string_view called, const std::vector<std::string>& arguments, const OwnVerbs& own);

/// A process's main function: sees to descriptors, memory and exceptions, then runs program().
[[nodiscard]] int run_program(int count, char** words, const OwnVerbs& own);

} // namespace orrery::cmd

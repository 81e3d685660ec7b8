#pragma once

#include "actors/hooks/runner.hpp"
#include "cmd/simulate/random.hpp"
#include "store/contents.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace orrery::simulate {

/// Draws what a hook's program does with secrets: always what the hooks of secrets are for; one in
/// so many of all other hooks and commands adds, changes, grants, revokes, removes or reads some
/// secret, its own or another's, valid or not. One in four commands makes a change that is refused.
/// @param contents as all transactions so far have made them
/// @param one_in 0: none does
/// @returns calls of hook tools
[[nodiscard]] std::vector<std::vector<std::string>> secret_calls(const hooks::HookJob& job,
                                                                 const store::Contents& contents,
                                                                 Random& luck,
                                                                 std::size_t one_in);

} // namespace orrery::simulate

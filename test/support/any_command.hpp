#pragma once

#include "actors/protocol/commands.hpp"
#include "store/contents.hpp"

#include <random>

namespace orrery::test {

/// A command that somebody might give in this state of the model: often one that moves a life on,
/// sometimes one that is too late, too early or for nobody.
[[nodiscard]] protocol::Command any_command(const store::Contents& contents,
                                            std::mt19937_64& random);

} // namespace orrery::test

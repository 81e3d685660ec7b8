#pragma once

#include "cmd/views/check/observed.hpp"

namespace orrery::test {

/// good_model() as it is when all rests: machines with instances, units that run with notes of
/// their relations, directories, and a process that mysql/0 has left running.
[[nodiscard]] check::Observed good_observed();

/// A hook in hand: queued, running or done.
[[nodiscard]] agents::Operation in_hand(agents::HookKind kind, agents::Step step);

} // namespace orrery::test

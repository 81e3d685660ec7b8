#pragma once

#include "actors/rules/decision.hpp"

namespace orrery::rules {

/// A step that this kind of entity has no rule for: only a bug of ours can send it, and the process
/// must not go on.
[[noreturn]] Decision unexpected_step(const Step& step);

} // namespace orrery::rules

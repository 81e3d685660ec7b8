#pragma once

#include "actors/hooks/context.hpp"
#include "store/database.hpp"

#include <string>

namespace orrery::agents {

/// Reads what a hook tool asks for and no message brings, as it is durable now.
/// @param model the model's database; null: none can be read.
/// @returns why it cannot be read; empty: it is in `state`.
[[nodiscard]] std::string read_stored(const store::Database* model,
                                      const hooks::HookSight& sight,
                                      hooks::NeedStored needed,
                                      hooks::HookState& state);

} // namespace orrery::agents

#pragma once

#include "actors/hooks/context.hpp"
#include "store/database.hpp"

#include <string>

/// Reasons against what a hook has changed of secrets which no entity on its way knows.
namespace orrery::agents {

/// Looks at what a hook that has succeeded has buffered, as the model is durable now: a label is
/// not to be one by which a unit of the application calls another secret (SE29), and only one's own
/// secrets are removed (SE27). Reads what the application's units call theirs where a secret of the
/// application gets a label, what the unit does where its own gets one, and else a record for each
/// removal.
/// @returns why the model is not to take the changes, as a sentence; empty: nothing is known
/// against them
[[nodiscard]] std::string refused_secrets(const store::Database& model,
                                          const hooks::HookSight& sight,
                                          const hooks::SecretState& state);

} // namespace orrery::agents

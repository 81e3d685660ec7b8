#pragma once

#include "actors/hooks/context.hpp"
#include "actors/protocol/observations.hpp"
#include "store/database.hpp"
#include "store/secret_vault.hpp"

#include <string>
#include <vector>

/// Secrets for a hook's tools: read from the store and opened, sealed for the model.
namespace orrery::agents {

/// Looks for what a tool asks for, as it is durable now, by keys alone. Contents are opened only
/// for who may read them (SE11).
/// @param model, vault null: nothing can be read here.
/// @param named what is called so, the owner's first (SE30), where a label is asked for or given;
/// of Managed all that its application and the unit own
/// @returns why it cannot be read; empty: the answer is in `state`.
[[nodiscard]] std::string read_secret(const store::Database* model,
                                      store::SecretVault* vault,
                                      const hooks::HookSight& sight,
                                      const hooks::NeedSecret& needed,
                                      const std::vector<protocol::SecretName>& named,
                                      hooks::SecretState& state);

/// Seals what a hook that has succeeded has buffered, into SecretState::sealed, and forgets what
/// was in the clear.
/// @returns why that cannot be; empty: it is done.
[[nodiscard]] std::string seal_secrets(store::SecretVault* vault, hooks::SecretState& state);

/// Finds the hooks that secrets ask a unit for, as it is durable now.
/// @param model null: none can be read here
/// @param leads those of its application's leader, too
/// @throws what cannot be read, as a sentence: the agent fails, and its deployer shows it
[[nodiscard]] std::vector<protocol::SecretHookSeen>
read_secret_hooks(const store::Database* model, const std::string& unit, bool leads);

} // namespace orrery::agents

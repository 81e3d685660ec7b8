#pragma once

#include "actors/entities/services.hpp"
#include "actors/rules/decision.hpp"
#include "store/contents.hpp"

namespace orrery::entities {

/// Begins the actors of the entities that a transaction creates, and lists them in the directory.
/// Whoever finds one before the transaction is in the journal waits: they are held by it.
void spawn_created(Services& services, const TokenPtr& token);
/// Begins an actor for every entity that the store holds, and the model's: what a process that was
/// stopped had reached (L10).
void spawn_recovered(Services& services, const store::Contents& contents);

} // namespace orrery::entities

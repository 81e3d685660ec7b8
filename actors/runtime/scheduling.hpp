#pragma once

#include <cstddef>

namespace caf {
class actor_system;
class actor_system_config;
class execution_unit;
} // namespace caf

namespace orrery::runtime {

/// Has so many threads run a system's actors. What a handler wakes runs next on the same thread,
/// unless more wait for it than it costs to wake another that has nothing to do
/// (docs/developers/decisions.md 51). A thread without work sleeps, without a timer. No handler may
/// wait for another actor: that one may wait for the same thread.
void use_workers(caf::actor_system_config& config, std::size_t workers);

/// The worker whose thread this is: what it wakes need not wake another. Null: it is none's.
[[nodiscard]] caf::execution_unit* worker_here();

/// The worker that an actor of that system goes to which is woken here: `unit`, or where that is
/// null worker_here(), unless it works for another system. Null: any of the system's own.
[[nodiscard]] caf::execution_unit* worker_for(const caf::actor_system& system,
                                              caf::execution_unit* unit);

} // namespace orrery::runtime

#pragma once

#include "actors/agents/agent_services.hpp"
#include "store/contents.hpp"

namespace orrery::agents {

/// Puts those agents of units at rest whose notes agree with the records, before any agent begins:
/// those of them beyond the number that stay idle. Entities know already whom they would observe.
/// @throws std::runtime_error where the agents' store cannot be read.
void begin_at_rest(const AgentServices& services, const store::Contents& contents);

} // namespace orrery::agents

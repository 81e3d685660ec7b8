#pragma once

#include "actors/agents/agent_services.hpp"
#include "cmd/session/tasks.hpp"

#include <functional>

namespace orrery::cmd {

/// Runs a user's command through the agents of units and machines, and waits for it; blocks the
/// calling session's thread only.
/// @param first_id of the first task; the others follow.
/// @param go_on is told how many have ended, five times a second; nobody waits any more when it
/// says false.
[[nodiscard]] std::vector<TaskOutcome> run_tasks(agents::AgentServices& agents,
                                                 const TaskOrder& order,
                                                 std::uint64_t first_id,
                                                 const std::function<bool(std::size_t)>& go_on);

} // namespace orrery::cmd

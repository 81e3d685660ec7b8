#pragma once

#include "actors/agents/agent_services.hpp"

namespace orrery::simulate {

/// The services of all agents of a simulated process, which has one model and is its own host.
struct AgentSide {
  AgentSide(entities::Services& entities, const runtime::Clock& clock)
    : process(entities.system, clock), model(entities) {}

  agents::ProcessServices process;
  agents::ModelServices model;
  agents::HostServices host;
  agents::AgentServices all{model, host, process};
};

} // namespace orrery::simulate

#pragma once

#include "actors/agents/agent_services.hpp"

namespace orrery::simulate {

/// The services of a model's agents in a simulated process, which is its own host.
struct AgentSide {
  /// @param of_process outlives it
  AgentSide(entities::Services& entities, agents::ProcessServices& of_process)
    : process(of_process), model(entities) {}

  agents::ProcessServices& process;
  agents::ModelServices model;
  agents::HostServices host;
  agents::AgentServices all{model, host, process};
};

} // namespace orrery::simulate

#pragma once

#include "actors/agents/host_services.hpp"
#include "actors/agents/model_services.hpp"
#include "actors/agents/process_services.hpp"
#include "actors/workflow/back_off.hpp"
#include "config/settings.hpp"

namespace orrery::agents {

/// Whoever begins an agent gives it these; each agent keeps of them what it needs (Agent,
/// HostAgent). All three outlive it.
struct AgentServices {
  ModelServices& model;
  HostServices& host;
  ProcessServices& process;
};

/// How hooks are tried again just now: once where the model's configuration forbids it.
[[nodiscard]] inline config::RetryPolicy retry_policy(const ModelServices& model,
                                                      const ProcessServices& process) {
  return policy_if(model.model->retries_hooks(), process.settings.retry);
}

} // namespace orrery::agents

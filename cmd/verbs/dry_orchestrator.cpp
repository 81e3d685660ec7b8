#include "cmd/verbs/dry_orchestrator.hpp"

#include "cmd/verbs/machine_data.hpp"

namespace orrery::cmd {

protocol::Answer DryOrchestrator::run(const protocol::Command& command) {
  protocol::Answer answer = run_.run(command);
  const auto* retry = std::get_if<protocol::RetryProvisioning>(&command);
  if (retry == nullptr || !answer.ok())
    return answer;
  const std::string data = machine_data(behind_.data_directory(), retry->machine);
  if (!data.empty())
    beside_[run_.commands() - 1] = {rules::machine(retry->machine),
                                    "machine " + std::to_string(retry->machine),
                                    rules::Effect::Kind::Changed,
                                    {},
                                    (retry->keep_data ? "keeps " : "deletes ") + data};
  return answer;
}

foretell::DryOutcome DryOrchestrator::settle() {
  foretell::DryOutcome outcome = run_.settle();
  for (auto& [number, effect] : beside_)
    outcome.commands.at(number).effects.push_back(std::move(effect));
  return outcome;
}

} // namespace orrery::cmd

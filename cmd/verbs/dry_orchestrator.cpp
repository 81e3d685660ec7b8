#include "cmd/verbs/dry_orchestrator.hpp"

#include "cmd/charms/deployment.hpp"
#include "cmd/verbs/machine_data.hpp"

#include <string>
#include <variant>

namespace orrery::cmd {

protocol::Answer DryOrchestrator::run(const protocol::Command& command) {
  if (std::holds_alternative<protocol::AddUnit>(command) && ++units_ > foretold_at_once_max) {
    protocol::Answer refused;
    refused.verdict = protocol::Verdict::Refused;
    refused.code = protocol::Code::LimitExceeded;
    refused.text = "a dry run adds at most " + std::to_string(foretold_at_once_max)
                   + " units in all: leave some out";
    return refused;
  }
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

namespace {

/// Whether nothing but the model's configuration is wanted.
bool is_configuration_alone(const explain::Named& named) {
  return named.kinds == "g" && named.applications.empty() && named.units.empty()
         && named.machines.empty() && named.secrets.empty() && named.charm.empty();
}

} // namespace

/// Before each command it is looked up whether that is disabled (MD13): a copy of everything for
/// each of a million units would take as many times longer as there are units.
tl::expected<store::Contents, store::StoreError>
DryOrchestrator::named(const explain::Named& named) {
  if (!is_configuration_alone(named))
    return run_.contents();
  store::Contents part;
  part.sequence = run_.contents().sequence;
  part.model = run_.contents().model;
  part.model_config = run_.contents().model_config;
  return part;
}

foretell::DryOutcome DryOrchestrator::settle(const foretell::GaveUp& gave_up) {
  foretell::DryOutcome outcome = run_.settle(gave_up);
  for (auto& [number, effect] : beside_)
    outcome.commands.at(number).effects.push_back(std::move(effect));
  return outcome;
}

} // namespace orrery::cmd

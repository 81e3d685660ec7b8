// Refreshes in the fake orchestrator: no rules, no agents.
#include "test/cmd/fake_orchestrator.hpp"

#include <algorithm>

namespace orrery::test {

protocol::Answer FakeOrchestrator::apply(const protocol::NumberCharm& command) {
  auto& sequence = model_.charm_sequences[command.name];
  sequence.charm = command.name;
  std::uint32_t number = std::max(command.at_least, sequence.next);
  for (const auto& [url, charm] : model_.charms)
    if (charm.name == command.name)
      number = std::max(number, charm.revision + 1);
  sequence.next = number + 1;
  return done(std::to_string(number));
}

protocol::Answer FakeOrchestrator::apply(const protocol::RefreshApplication& command) {
  if (refused_refresh_)
    return refusal(refused_refresh_->first, refused_refresh_->second);
  auto& application = model_.applications.at(command.application);
  for (const auto& [name, unit] : model_.units)
    if (unit.application == command.application && unit.charm == application.charm)
      ++application.older_charms[unit.charm];
  application.charm = command.charm.url;
  application.force_units = command.force_units;
  application.trusted = command.trusted.value_or(application.trusted);
  model_.charms[command.charm.url] = command.charm;
  for (const auto& [name, resource] : command.resources)
    model_.resources[command.application].all[name] = resource;
  for (const auto& [key, value] : command.config)
    model_.configs[command.application].values[key] = value;
  return done();
}

} // namespace orrery::test

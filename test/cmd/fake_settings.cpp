// What the fake does with commands that set something.
#include "actors/rules/model_settings.hpp"
#include "test/cmd/fake_orchestrator.hpp"

namespace orrery::test {

protocol::Answer FakeOrchestrator::apply(const protocol::SetConfig& command) {
  auto& values = model_.configs[command.application].values;
  for (const auto& [key, value] : command.set)
    values[key] = value;
  for (const auto& key : command.reset)
    values.erase(key);
  return done();
}

protocol::Answer FakeOrchestrator::apply(const protocol::SetModelConfig& command) {
  rules::ModelState state;
  state.record = model_.model;
  state.config = model_.model_config;
  const rules::Decision decision = rules::set_model_config(state, command);
  if (decision.verdict == rules::Verdict::Refuse)
    return refusal(decision.refusal.code, decision.refusal.text);
  for (const rules::Write& write : decision.writes)
    model_.model_config = std::get<store::ModelConfig>(write.record);
  return done();
}

protocol::Answer FakeOrchestrator::apply(const protocol::SetModelDefaults& command) {
  rules::ModelState state;
  state.record = model_.model;
  state.defaults = model_.model_defaults;
  const rules::Decision decision = rules::set_model_defaults(state, command);
  if (decision.verdict == rules::Verdict::Refuse)
    return refusal(decision.refusal.code, decision.refusal.text);
  for (const rules::Write& write : decision.writes)
    model_.model_defaults = std::get<store::ModelDefaults>(write.record);
  return done();
}

protocol::Answer FakeOrchestrator::apply(const protocol::SetModelConstraints& command) {
  model_.model_config.constraints = command.constraints;
  return done();
}

protocol::Answer FakeOrchestrator::apply(const protocol::SetConstraints& command) {
  const auto found = model_.applications.find(command.application);
  if (found == model_.applications.end())
    return refusal(protocol::Code::NotFound,
                   "application \"" + command.application + "\" not found");
  found->second.constraints = command.constraints;
  return done();
}

protocol::Answer FakeOrchestrator::apply(const protocol::SetTrusted& command) {
  const auto found = model_.applications.find(command.application);
  if (found == model_.applications.end())
    return refusal(protocol::Code::NotFound,
                   "application \"" + command.application + "\" not found");
  found->second.trusted = command.trusted;
  return done();
}

protocol::Answer FakeOrchestrator::apply(const protocol::SetExposed& command) {
  const auto found = model_.applications.find(command.application);
  if (found == model_.applications.end())
    return refusal(protocol::Code::NotFound,
                   "application \"" + command.application + "\" not found");
  found->second.exposed = command.exposed;
  return done();
}

} // namespace orrery::test

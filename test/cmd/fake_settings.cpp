// What the fake does with commands that set something.
#include "actors/rules/model.hpp"
#include "actors/rules/model_settings.hpp"
#include "store/erasure.hpp"
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

/// By the model's own rules.
protocol::Answer FakeOrchestrator::apply(const protocol::ChangeUserSecret& command) {
  rules::ModelState state;
  for (const auto& [name, application] : model_.applications)
    state.applications[name] = {};
  for (const auto& [id, secret] : model_.secrets)
    rules::absorb(state, rules::put(secret));
  for (const auto& [key, grant] : model_.secret_grants)
    rules::absorb(state, rules::put(grant));
  const rules::Writes none;
  const rules::Decision decision = rules::decide(state, command, {1'000, "a test", &none});
  if (decision.verdict == rules::Verdict::Refuse)
    return refusal(decision.refusal.code, decision.refusal.text);
  for (const rules::Write& write : decision.writes) {
    if (const auto* revision = std::get_if<store::SecretRevision>(&write.record)) {
      sealed_.erase({revision->secret, revision->number});
      if (!write.deleted)
        sealed_[{revision->secret, revision->number}] = revision->sealed;
    }
    if (write.deleted)
      store::erase(model_, write.record);
    else
      store::insert(model_, write.record);
  }
  return done();
}

tl::expected<std::string, std::string> FakeOrchestrator::secret_content(const store::Secret& secret,
                                                                        std::uint32_t revision) {
  const std::lock_guard lock{mutex_};
  const auto found = sealed_.find({secret.id, revision});
  if (found == sealed_.end())
    return tl::unexpected("secret revision \"" + secret.id + "/" + std::to_string(revision)
                          + "\" not found");
  return vault_.open(secret.id, found->second);
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

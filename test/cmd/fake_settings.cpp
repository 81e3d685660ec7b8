// What the fake does with commands that set something.
#include "actors/rules/dry_model.hpp"
#include "actors/rules/model.hpp"
#include "actors/rules/model_settings.hpp"
#include "actors/rules/users.hpp"
#include "store/erasure.hpp"
#include "test/cmd/fake_orchestrator.hpp"

namespace orrery::test {

protocol::Answer FakeOrchestrator::by_rules(const protocol::Command& command) {
  rules::DryModel dry(model_, 0);
  protocol::Answer answer = dry.run(command).answer;
  model_ = dry.contents();
  return answer;
}

protocol::Answer FakeOrchestrator::apply(const protocol::SetConfig& command) {
  auto& values = model_.configs[command.application].values;
  const auto application = model_.applications.find(command.application);
  const bool takes_trust = application != model_.applications.end()
                           && !model_.charms[application->second.charm].options.contains("trust");
  for (const auto& [key, value] : command.set) {
    if (takes_trust && key == "trust")
      application->second.trusted = value == "true";
    else
      values[key] = value;
  }
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

protocol::Answer FakeOrchestrator::apply_access(const protocol::Command& command) {
  rules::ModelState state;
  state.record = model_.model;
  state.users = model_.users;
  state.grants = model_.grants;
  const auto decision = rules::decide_access(state, command, {1, "test", nullptr});
  if (!decision || decision->verdict == rules::Verdict::Refuse)
    return refusal(decision ? decision->refusal.code : protocol::Code::None,
                   decision ? decision->refusal.text : "no command about users");
  for (const rules::Write& write : decision->writes)
    if (write.deleted)
      store::erase(model_, write.record);
    else
      store::insert(model_, write.record);
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

protocol::Answer FakeOrchestrator::apply(const protocol::AttachResource& command) {
  auto& resources = model_.resources[command.application];
  resources.owner = command.application;
  resources.all[command.name] = command.resource;
  resources.all[command.name].at = 1'787'392'800'000; // 2026-08-22T10:00
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
protocol::Answer FakeOrchestrator::apply_secret_change(const protocol::Command& command) {
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

tl::expected<std::optional<std::string>, std::string>
FakeOrchestrator::sealed_secret(const std::string& id, std::uint32_t revision) {
  const std::lock_guard lock{mutex_};
  const auto found = sealed_.find({id, revision});
  return found == sealed_.end() ? std::nullopt : std::optional(found->second);
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

#include "actors/agents/local_model.hpp"

#include "actors/agents/messages.hpp"
#include "actors/agents/secret_refusals.hpp"
#include "actors/agents/secrets_for_hooks.hpp"
#include "actors/agents/stored_for_hooks.hpp"

#include <caf/actor_cast.hpp>
#include <caf/event_based_actor.hpp>

#include <utility>

namespace orrery::agents {

void LocalModel::run(caf::event_based_actor& agent,
                     std::uint64_t ticket,
                     const protocol::Command& command) {
  services_.transactions.begin(caf::actor_cast<caf::actor>(&agent), ticket, command);
}

void LocalModel::flush(caf::event_based_actor& agent, std::uint64_t ticket) {
  services_.transactions.flush(caf::actor_cast<caf::actor>(&agent), ticket);
}

bool LocalModel::ask(caf::event_based_actor& agent, const rules::Who& whom, Question question) {
  const caf::actor entity = services_.directory.find(whom);
  if (!entity)
    return false;
  std::visit([&](auto& message) { agent.send(entity, std::move(message)); }, question);
  return true;
}

bool LocalModel::has(const rules::Who& whom) const {
  return static_cast<bool>(services_.directory.find(whom));
}

std::optional<rules::Who> LocalModel::find_unit(const std::string& name) const {
  return services_.directory.find_unit(name);
}

std::shared_ptr<const store::Charm> LocalModel::charm(const std::string& url) const {
  return services_.charms.find(url);
}

std::shared_ptr<const entities::ModelSettings> LocalModel::settings() const {
  return services_.model_settings.now();
}

bool LocalModel::retries_hooks() const {
  return services_.model_settings.retries_hooks();
}

std::string LocalModel::read_stored(const hooks::HookSight& sight,
                                    hooks::NeedStored needed,
                                    hooks::HookState& state) const {
  return agents::read_stored(database_, sight, needed, state);
}

std::string LocalModel::read_secret(const hooks::HookSight& sight,
                                    const hooks::NeedSecret& needed,
                                    const std::vector<protocol::SecretName>& named,
                                    hooks::SecretState& state) const {
  return agents::read_secret(database_, vault_, sight, needed, named, state);
}

std::string LocalModel::refused_secrets(const hooks::HookSight& sight,
                                        const hooks::SecretState& state) const {
  return database_ == nullptr ? "" : agents::refused_secrets(*database_, sight, state);
}

std::string LocalModel::seal_secrets(hooks::SecretState& state) const {
  return agents::seal_secrets(vault_, state);
}

std::vector<protocol::SecretHookSeen> LocalModel::read_secret_hooks(const std::string& unit,
                                                                    bool leads) const {
  return agents::read_secret_hooks(database_, unit, leads);
}

void LocalModel::set_secret_keeper(caf::actor keeper) {
  services_.servants.set_secret_keeper(std::move(keeper));
}

void LocalModel::set_janitor(caf::actor janitor) {
  services_.servants.set_janitor(std::move(janitor));
}

void LocalModel::set_forcer(caf::actor forcer) {
  services_.servants.set_forcer(std::move(forcer));
}

} // namespace orrery::agents

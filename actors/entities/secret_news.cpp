#include "actors/entities/secret_news.hpp"

#include "actors/entities/messages.hpp"

#include <set>
#include <utility>

namespace orrery::entities {

namespace {

protocol::SecretsStirred without_hooks(const SecretsOwner& owner) {
  const auto& due = owner.secrets.due;
  return {owner.application, due.empty() ? 0 : due.begin()->first, {}};
}

void add_hooks(protocol::SecretsStirred& news, const SecretsOwner& owner, const std::string& id) {
  const auto secret = owner.secrets.by_id.find(id);
  if (secret == owner.secrets.by_id.end())
    return;
  for (auto& awaited : rules::awaited_hooks(secret->second, owner.leader))
    news.awaited.push_back(std::move(awaited));
}

} // namespace

void tell_of_secrets(const rules::Writes& writes,
                     const SecretsOwner& owner,
                     const caf::actor& keeper,
                     std::vector<Delivery>& outbox) {
  if (!keeper)
    return;
  const auto is_own = [&](const std::string& whose) {
    return store::owning_application(whose) == owner.application;
  };
  bool has_changed = false;
  std::set<std::string> with_hooks;
  for (const rules::Write& write : writes) {
    if (const auto* secret = std::get_if<store::Secret>(&write.record))
      has_changed |= is_own(secret->owner);
    if (const auto* hook = std::get_if<store::SecretHook>(&write.record);
        hook != nullptr && is_own(hook->owner))
      with_hooks.insert(hook->secret);
  }
  if (!has_changed && with_hooks.empty())
    return;
  protocol::SecretsStirred news = without_hooks(owner);
  for (const std::string& id : with_hooks)
    add_hooks(news, owner, id);
  outbox.push_back({keeper, caf::make_message(std::move(news))});
}

protocol::SecretsStirred all_of_secrets(const SecretsOwner& owner) {
  protocol::SecretsStirred news = without_hooks(owner);
  for (const auto& [id, secret] : owner.secrets.by_id)
    add_hooks(news, owner, id);
  return news;
}

} // namespace orrery::entities

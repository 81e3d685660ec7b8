#include "actors/entities/secret_news.hpp"

#include "actors/entities/messages.hpp"

#include <utility>

namespace orrery::entities {

namespace {

protocol::SecretsStirred without_hooks(const SecretsOwner& owner) {
  const auto& due = owner.secrets.due;
  return {owner.application, due.empty() ? 0 : due.begin()->first, {}};
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
  protocol::SecretsStirred news = without_hooks(owner);
  for (const rules::Write& write : writes) {
    if (const auto* secret = std::get_if<store::Secret>(&write.record))
      has_changed |= is_own(secret->owner);
    if (const auto* hook = std::get_if<store::SecretHook>(&write.record);
        hook != nullptr && is_own(hook->owner)) {
      has_changed = true; // its time may have
      if (auto awaited = rules::awaited_hook(*hook, owner.leader)) {
        awaited->taken_back = write.deleted;
        news.awaited.push_back(std::move(*awaited));
      }
    }
  }
  if (!has_changed)
    return;
  outbox.push_back({keeper, caf::make_message(std::move(news))});
}

void tell_readers(const rules::Writes& writes,
                  const std::string& application,
                  const Directory& directory,
                  std::vector<Delivery>& outbox) {
  for (const rules::Write& write : writes) {
    const auto* read = std::get_if<store::SecretConsumer>(&write.record);
    if (read == nullptr || !write.deleted || read->label.empty()
        || store::owning_application(read->owner) != application)
      continue;
    if (const auto unit = directory.find_unit(read->unit))
      if (const caf::actor reader = directory.find(*unit))
        outbox.push_back({reader, caf::make_message(protocol::SecretReadEnded{*read})});
  }
}

protocol::SecretsStirred all_of_secrets(const SecretsOwner& owner) {
  protocol::SecretsStirred news = without_hooks(owner);
  for (const auto& [id, secret] : owner.secrets.by_id)
    for (const auto* hooks : {&secret.hooks, &secret.changed})
      for (const auto& [key, hook] : *hooks)
        if (auto awaited = rules::awaited_hook(hook, owner.leader))
          news.awaited.push_back(std::move(*awaited));
  return news;
}

} // namespace orrery::entities

#include "actors/rules/secret_hooks.hpp"

#include <algorithm>

/// Takes in what is written of secrets, with what finds them.
namespace orrery::rules {

namespace {

/// Finds anew when the secret is due (SE46), behind a change of it.
void note_due(OwnedSecrets& secrets, const std::string& id, store::Milliseconds before) {
  const auto secret = secrets.by_id.find(id);
  const store::Milliseconds due = secret == secrets.by_id.end() ? 0 : next_due(secret->second);
  if (due == before)
    return;
  if (before != 0)
    secrets.due.erase({before, id});
  if (due != 0)
    secrets.due.emplace(due, id);
}

/// When a revision's expiry is to be asked for (OwnedSecret::expiries); 0: never. A hook that waits
/// says when, and one that is asked for ends the matter till then.
store::Milliseconds expiry_of(const OwnedSecret& secret, std::uint32_t revision) {
  const store::Secret& record = secret.record;
  store::SecretHook hook{{}, record.id, store::SecretHookKind::Expired, revision, record.owner, 0};
  if (const auto waits = secret.hooks.find(store::secret_hook_key(hook));
      waits != secret.hooks.end())
    return waits->second.who.empty() ? waits->second.due : 0;
  hook.who = record.owner;
  if (secret.hooks.contains(store::secret_hook_key(hook)))
    return 0;
  const auto seen = std::lower_bound(
    record.revisions.begin(), record.revisions.end(), revision,
    [](const store::SecretRevisionSeen& one, std::uint32_t number) { return one.number < number; });
  return seen == record.revisions.end() || seen->number != revision ? 0 : seen->expires;
}

void note_expiry(OwnedSecret& secret, std::uint32_t revision) {
  if (const store::Milliseconds due = expiry_of(secret, revision); due != 0)
    secret.expiries.emplace(due, revision);
}

/// Finds all of them anew, behind a change of the record.
void note_expiries(OwnedSecret& secret) {
  secret.expiries.clear();
  for (const store::SecretRevisionSeen& seen : secret.record.revisions)
    if (seen.expires != 0)
      note_expiry(secret, seen.number);
  for (const auto& [key, hook] : secret.hooks)
    if (hook.kind == store::SecretHookKind::Expired)
      note_expiry(secret, hook.revision);
}

void put_hook(OwnedSecret& secret, const store::SecretHook& record, bool deleted) {
  const bool of_reader = record.kind == store::SecretHookKind::Changed;
  auto& hooks = of_reader ? secret.changed : secret.hooks;
  const store::Key key = of_reader ? record.who : store::secret_hook_key(record);
  if (deleted)
    hooks.erase(key);
  else
    hooks[key] = record;
}

/// Costs the same however many hooks and revisions the secret has: at a start all are taken in.
void absorb_hook(OwnedSecrets& secrets, const store::SecretHook& record, bool deleted) {
  const auto found = secrets.by_id.find(record.secret);
  if (found == secrets.by_id.end())
    return;
  OwnedSecret& secret = found->second;
  using store::SecretHookKind;
  const bool expires = record.kind == SecretHookKind::Expired;
  if (!expires && record.kind != SecretHookKind::Rotate)
    return put_hook(secret, record, deleted);
  const store::Milliseconds before = next_due(secret);
  if (expires)
    secret.expiries.erase({expiry_of(secret, record.revision), record.revision});
  put_hook(secret, record, deleted);
  if (expires)
    note_expiry(secret, record.revision);
  note_due(secrets, record.secret, before);
}

void absorb_secret(OwnedSecrets& secrets, const store::Secret& record, bool deleted) {
  const auto present = secrets.by_id.find(record.id);
  const store::Milliseconds due = present == secrets.by_id.end() ? 0 : next_due(present->second);
  if (present != secrets.by_id.end()) {
    const store::Secret& before = present->second.record;
    secrets.by_label.erase({before.label, before.owner});
    secrets.owners.erase({before.owner, before.id});
  }
  if (deleted) {
    secrets.by_id.erase(record.id);
    note_due(secrets, record.id, due);
    return;
  }
  OwnedSecret& secret = secrets.by_id[record.id];
  secret.record = record;
  note_expiries(secret);
  secrets.owners.emplace(record.owner, record.id);
  if (!record.label.empty())
    secrets.by_label[{record.label, record.owner}] = record.id;
  note_due(secrets, record.id, due);
}

// In the transaction that adds a secret, what is of it comes before its own record.

void forget_reading(OwnedSecret& secret, const std::string& unit) {
  const auto consumer = secret.consumers.find(unit);
  if (consumer == secret.consumers.end())
    return;
  const auto readers = secret.readers.find(consumer->second.revision);
  if (readers != secret.readers.end() && --readers->second == 0)
    secret.readers.erase(readers);
  secret.consumers.erase(consumer);
}

void absorb_consumer(OwnedSecrets& secrets, const store::SecretConsumer& record, bool deleted) {
  if (!deleted) {
    OwnedSecret& secret = secrets.by_id[record.secret];
    forget_reading(secret, record.unit);
    secret.consumers[record.unit] = record;
    ++secret.readers[record.revision];
    secrets.readers.emplace(record.unit, record.secret);
    return;
  }
  secrets.readers.erase({record.unit, record.secret});
  if (const auto secret = secrets.by_id.find(record.secret); secret != secrets.by_id.end())
    forget_reading(secret->second, record.unit);
}

void forget_grant(OwnedSecrets& secrets, OwnedSecret& secret, const std::string& subject) {
  const auto grant = secret.grants.find(subject);
  if (grant == secret.grants.end())
    return;
  const auto over = secret.granted_over.find(grant->second.relation);
  if (grant->second.in_relation && over != secret.granted_over.end() && --over->second == 0) {
    secrets.related.erase({over->first, grant->second.secret});
    secret.granted_over.erase(over);
  }
  secret.grants.erase(grant);
}

void absorb_grant(OwnedSecrets& secrets, const store::SecretGrant& record, bool deleted) {
  if (!deleted) {
    OwnedSecret& secret = secrets.by_id[record.secret];
    forget_grant(secrets, secret, record.subject);
    secret.grants[record.subject] = record;
    secrets.subjects.emplace(record.subject, record.secret);
    if (record.in_relation && ++secret.granted_over[record.relation] == 1)
      secrets.related.emplace(record.relation, record.secret);
    return;
  }
  secrets.subjects.erase({record.subject, record.secret});
  if (const auto secret = secrets.by_id.find(record.secret); secret != secrets.by_id.end())
    forget_grant(secrets, secret->second, record.subject);
}

} // namespace

std::vector<protocol::SecretName> labelled_secrets(const OwnedSecrets& secrets,
                                                   const std::vector<std::string>& owners,
                                                   const std::string& label) {
  std::vector<protocol::SecretName> found;
  for (const std::string& owner : owners)
    if (const auto at = secrets.by_label.find({label, owner}); at != secrets.by_label.end())
      found.push_back({owner, at->second});
  return found;
}

std::vector<protocol::SecretName> secrets_of(const OwnedSecrets& secrets,
                                             const std::vector<std::string>& owners) {
  std::vector<protocol::SecretName> found;
  for (const std::string& owner : owners)
    for (auto at = secrets.owners.lower_bound({owner, {}});
         at != secrets.owners.end() && at->first == owner; ++at)
      found.push_back({owner, at->second});
  return found;
}

void absorb_secrets(OwnedSecrets& secrets, std::string_view application, const Write& write) {
  const auto is_own = [&](const std::string& owner) {
    return store::owning_application(owner) == application;
  };
  if (const auto* secret = std::get_if<store::Secret>(&write.record);
      secret != nullptr && is_own(secret->owner))
    absorb_secret(secrets, *secret, write.deleted);
  if (const auto* consumer = std::get_if<store::SecretConsumer>(&write.record);
      consumer != nullptr && is_own(consumer->owner))
    absorb_consumer(secrets, *consumer, write.deleted);
  if (const auto* grant = std::get_if<store::SecretGrant>(&write.record);
      grant != nullptr && is_own(grant->owner))
    absorb_grant(secrets, *grant, write.deleted);
  if (const auto* hook = std::get_if<store::SecretHook>(&write.record);
      hook != nullptr && is_own(hook->owner))
    absorb_hook(secrets, *hook, write.deleted);
}

} // namespace orrery::rules

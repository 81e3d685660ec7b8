#include "actors/rules/secret_hooks.hpp"

#include "config/secret_times.hpp"
#include "store/keys.hpp"

#include <algorithm>

namespace orrery::rules {

namespace {

using store::SecretHook;
using store::SecretHookKind;
using Hooks = std::map<store::Key, SecretHook>;

/// Secrets whose hooks one transaction asks for.
constexpr std::size_t most_secrets_at_once = 100;

const store::SecretRevisionSeen* find_revision(const store::Secret& secret, std::uint32_t number) {
  const auto found =
    std::find_if(secret.revisions.begin(), secret.revisions.end(),
                 [&](const store::SecretRevisionSeen& seen) { return seen.number == number; });
  return found == secret.revisions.end() ? nullptr : &*found;
}

SecretHook
hook_of(const store::Secret& secret, std::string who, SecretHookKind kind, std::uint32_t revision) {
  return {std::move(who), secret.id, kind, revision, secret.owner, 0};
}

void add(Hooks& hooks, SecretHook hook) {
  store::Key key = store::secret_hook_key(hook);
  hooks[std::move(key)] = std::move(hook);
}

/// Whether the expiry that the hook tells of is another now, or is of a revision that has gone.
bool has_other_expiry(const SecretHook& hook,
                      const store::Secret& before,
                      const store::Secret& after) {
  const auto* const was = find_revision(before, hook.revision);
  const auto* const is = find_revision(after, hook.revision);
  return is == nullptr || was == nullptr || is->expires != was->expires;
}

/// Whether a hook means nothing any more.
bool is_void(const SecretHook& hook,
             const OwnedSecret& before,
             const OwnedSecret& after,
             const std::set<std::uint32_t>& obsolete) {
  switch (hook.kind) {
  case SecretHookKind::Expired:
    return has_other_expiry(hook, before.record, after.record);
  case SecretHookKind::Rotate:
    return after.record.rotates == 0 || after.record.newest != before.record.newest;
  case SecretHookKind::Changed:
    return !after.consumers.contains(hook.who)
           || !may_read_secret(after.record.owner, after.grants, hook.who); // SE35
  case SecretHookKind::Remove:
    return find_revision(after.record, hook.revision) == nullptr
           || (!hook.who.empty() && !obsolete.contains(hook.revision)); // SE38
  }
  return false;
}

/// SE41: all who have read the secret, of a new revision; who reads it for the first time, where
/// that is not the first revision.
void tell_consumers(Hooks& hooks, const OwnedSecret& before, const OwnedSecret& after) {
  const std::uint32_t latest = store::latest_revision(after.record);
  const bool is_newer = after.record.newest != before.record.newest;
  for (const auto& [unit, consumer] : after.consumers)
    if ((is_newer || (latest > 1 && !before.consumers.contains(unit)))
        && may_read_secret(after.record.owner, after.grants, unit))
      add(hooks, hook_of(after.record, unit, SecretHookKind::Changed, latest));
}

/// SE40: once a revision and owner. The user runs no hooks, and what is pruned needs none (SE55).
void ask_owner_to_remove(Hooks& hooks,
                         const store::Secret& secret,
                         const std::set<std::uint32_t>& obsolete) {
  if (secret.owner.empty() || secret.auto_prune)
    return;
  for (const std::uint32_t revision : obsolete)
    if (const SecretHook told = hook_of(secret, {}, SecretHookKind::Remove, revision);
        !hooks.contains(store::secret_hook_key(told)))
      add(hooks, hook_of(secret, secret.owner, SecretHookKind::Remove, revision));
}

void write_differences(Decision& decision, const Hooks& before, const Hooks& after) {
  for (const auto& [key, hook] : before)
    if (!after.contains(key))
      decision.writes.push_back(erase(hook));
  for (const auto& [key, hook] : after)
    if (const auto known = before.find(key); known == before.end() || known->second != hook)
      decision.writes.push_back(put(hook));
}

/// Hooks of a secret that are due by then, and are not asked for.
Hooks hooks_due(const OwnedSecret& secret, store::Milliseconds by) {
  const store::Secret& record = secret.record;
  Hooks due;
  if (record.rotates != 0 && record.rotates <= by && !is_rotating(secret))
    add(due, hook_of(record, record.owner, SecretHookKind::Rotate, record.newest));
  std::set<std::uint32_t> known;
  for (const auto& [key, hook] : secret.hooks)
    if (hook.kind == SecretHookKind::Expired) {
      known.insert(hook.revision);
      if (hook.due != 0 && hook.due <= by)
        add(due, hook_of(record, record.owner, SecretHookKind::Expired, hook.revision));
    }
  for (const store::SecretRevisionSeen& seen : record.revisions)
    if (seen.expires != 0 && seen.expires <= by && !known.contains(seen.number))
      add(due, hook_of(record, record.owner, SecretHookKind::Expired, seen.number));
  return due;
}

} // namespace

void settle_secret_hooks(Decision& decision, const OwnedSecret& before, const OwnedSecret& after) {
  if (before.record.revisions.empty())
    return;
  const std::set<std::uint32_t> obsolete = obsolete_revisions(after.record, after.consumers);
  Hooks hooks = before.hooks;
  std::erase_if(hooks,
                [&](const auto& entry) { return is_void(entry.second, before, after, obsolete); });
  tell_consumers(hooks, before, after);
  ask_owner_to_remove(hooks, after.record, obsolete);
  write_differences(decision, before.hooks, hooks);
}

std::optional<protocol::SecretHookAwaited> awaited_hook(const SecretHook& hook,
                                                        const std::string& leader) {
  const bool of_leader = !hook.who.empty() && !is_of_unit(hook);
  const std::string& unit = of_leader ? leader : hook.who;
  if (unit.empty())
    return std::nullopt;
  return protocol::SecretHookAwaited{unit, hook.kind};
}

bool is_rotating(const OwnedSecret& secret) {
  return std::any_of(secret.hooks.begin(), secret.hooks.end(),
                     [](const auto& entry) { return entry.second.kind == SecretHookKind::Rotate; });
}

store::Milliseconds
next_rotation(const store::Secret& secret, bool has_changed, store::Milliseconds now) {
  if (secret.rotates == 0)
    return 0;
  const store::Milliseconds retry =
    (secret.rotates + secret_retry > now ? secret.rotates : now / 1000 * 1000) + secret_retry;
  if (!has_changed)
    return retry;
  store::Milliseconds next = config::rotation_after(secret.rotation, secret.rotates);
  while (next != 0 && next <= now)
    next = config::rotation_after(secret.rotation, next);
  const store::Milliseconds expires = secret.revisions.back().expires;
  return expires != 0 && expires < next && retry < expires ? retry : next;
}

store::Milliseconds next_due(const OwnedSecret& secret) {
  const store::Secret& record = secret.record;
  if (record.owner.empty())
    return 0; // the user runs no hooks
  store::Milliseconds first = 0;
  const auto take = [&first](store::Milliseconds due) {
    if (due != 0 && (first == 0 || due < first))
      first = due;
  };
  if (!is_rotating(secret))
    take(record.rotates);
  std::set<std::uint32_t> known;
  for (const auto& [key, hook] : secret.hooks)
    if (hook.kind == SecretHookKind::Expired) {
      known.insert(hook.revision);
      take(hook.due);
    }
  for (const store::SecretRevisionSeen& seen : record.revisions)
    if (!known.contains(seen.number))
      take(seen.expires);
  return first;
}

Decision note_secrets_due(const OwnedSecrets& secrets, const Context& context) {
  const store::Milliseconds by = context.now + secret_granularity;
  if (secrets.due.empty() || secrets.due.begin()->first > context.now)
    return nothing();
  Decision decision;
  std::size_t left = most_secrets_at_once;
  for (auto at = secrets.due.begin(); at != secrets.due.end() && at->first <= by && left > 0;
       ++at, --left) {
    const OwnedSecret& secret = secrets.by_id.at(at->second);
    for (const auto& [key, hook] : hooks_due(secret, by)) {
      SecretHook waited = hook;
      waited.who.clear();
      if (const auto known = secret.hooks.find(store::secret_hook_key(waited));
          known != secret.hooks.end())
        decision.writes.push_back(erase(known->second));
      decision.writes.push_back(put(hook));
    }
  }
  return decision;
}

Decision end_secret_hook(const OwnedSecrets& secrets,
                         const protocol::EndSecretHook& ended,
                         const Context& context) {
  const auto secret = secrets.by_id.find(ended.hook.secret);
  if (secret == secrets.by_id.end())
    return nothing();
  const auto found = secret->second.hooks.find(store::secret_hook_key(ended.hook));
  if (found == secret->second.hooks.end() || found->second.revision > ended.hook.revision)
    return nothing();
  SecretHook hook = found->second;
  Decision decision;
  decision.writes.push_back(erase(hook));
  hook.who.clear();
  if (hook.kind == SecretHookKind::Expired) // SE50
    hook.due = context.now / 1000 * 1000 + secret_retry;
  if (hook.kind == SecretHookKind::Expired || hook.kind == SecretHookKind::Remove)
    decision.writes.push_back(put(hook));
  if (hook.kind == SecretHookKind::Rotate) {
    store::Secret record = secret->second.record;
    record.rotates = next_rotation(record, false, context.now);
    decision.writes.push_back(put(std::move(record)));
  }
  return decision;
}

} // namespace orrery::rules

#include "actors/rules/secret_hooks.hpp"

#include "actors/rules/secret_draft.hpp"
#include "config/secret_times.hpp"
#include "store/keys.hpp"

#include <algorithm>

namespace orrery::rules {

namespace {

using store::SecretHook;
using store::SecretHookKind;
using Hooks = std::map<store::Key, SecretHook>;

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

/// A hook of the owner whose time has come.
SecretHook due_hook(const store::Secret& secret,
                    SecretHookKind kind,
                    std::uint32_t revision,
                    store::Milliseconds due) {
  return {secret.owner, secret.id, kind, revision, secret.owner, due};
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
             const store::Secret& before,
             const store::Secret& after,
             const std::set<std::uint32_t>& obsolete) {
  switch (hook.kind) {
  case SecretHookKind::Expired:
    return has_other_expiry(hook, before, after);
  case SecretHookKind::Rotate:
    return after.rotates == 0 || after.newest != before.newest;
  case SecretHookKind::Changed:
    break; // a reader's (settle_readers_hooks)
  case SecretHookKind::Remove:
    return find_revision(after, hook.revision) == nullptr
           || (!hook.who.empty() && !obsolete.contains(hook.revision)); // SE38
  }
  return false;
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
    add(due, due_hook(record, SecretHookKind::Rotate, record.newest, record.rotates));
  for (auto at = secret.expiries.begin(); at != secret.expiries.end() && at->first <= by; ++at)
    add(due, due_hook(record, SecretHookKind::Expired, at->second, at->first));
  return due;
}

} // namespace

void settle_secret_hooks(Decision& decision, SecretDraft& draft) {
  const OwnedSecret& before = draft.before();
  if (before.record.revisions.empty())
    return;
  const std::set<std::uint32_t> obsolete = draft.obsolete();
  Hooks hooks = before.hooks;
  std::erase_if(hooks, [&](const auto& entry) {
    return is_void(entry.second, before.record, draft.record, obsolete);
  });
  ask_owner_to_remove(hooks, draft.record, obsolete);
  write_differences(decision, before.hooks, hooks);
  settle_readers_hooks(decision, draft);
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
  return secret.hooks.contains(
    store::secret_hook_key(due_hook(secret.record, SecretHookKind::Rotate, 0, 0)));
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
  if (!record.told_to.empty())
    return 1; // readers are told at once (SE41)
  if (record.owner.empty())
    return 0; // the user runs no hooks
  const store::Milliseconds expires = secret.expiries.empty() ? 0 : secret.expiries.begin()->first;
  const store::Milliseconds rotates = is_rotating(secret) ? 0 : record.rotates;
  return expires == 0 || rotates == 0 ? std::max(expires, rotates) : std::min(expires, rotates);
}

namespace {

/// Asks the owner for the hooks of one secret.
void ask_for_due(Decision& decision, const OwnedSecret& secret, store::Milliseconds by) {
  if (secret.record.owner.empty())
    return; // the user runs no hooks
  for (const auto& [key, hook] : hooks_due(secret, by)) {
    SecretHook waited = hook;
    waited.who.clear();
    if (const auto known = secret.hooks.find(store::secret_hook_key(waited));
        known != secret.hooks.end())
      decision.writes.push_back(erase(known->second));
    decision.writes.push_back(put(hook));
  }
}

void tell_more_readers(Decision& decision, const OwnedSecret& secret, std::size_t& left) {
  SecretDraft draft(secret);
  tell_next_readers(decision, draft, left);
  decision.writes.push_back(put(std::move(draft.record)));
}

} // namespace

Decision note_secrets_due(const OwnedSecrets& secrets, const Context& context) {
  const store::Milliseconds by = context.now + secret_granularity;
  if (secrets.due.empty() || secrets.due.begin()->first > context.now)
    return nothing();
  Decision decision;
  std::size_t left = most_hooks_at_once;
  for (auto at = secrets.due.begin(); at != secrets.due.end() && at->first <= by && left > 0;
       ++at) {
    const OwnedSecret& secret = secrets.by_id.at(at->second);
    if (secret.record.told_to.empty())
      --left;
    else
      tell_more_readers(decision, secret, left);
    ask_for_due(decision, secret, by);
  }
  return decision;
}

namespace {

/// @returns null if it is not asked for
const SecretHook* find_hook(const OwnedSecret& secret, const SecretHook& wanted) {
  const bool of_reader = wanted.kind == SecretHookKind::Changed;
  const Hooks& all = of_reader ? secret.changed : secret.hooks;
  const auto found = all.find(of_reader ? wanted.who : store::secret_hook_key(wanted));
  return found == all.end() ? nullptr : &found->second;
}

} // namespace

Decision end_secret_hook(const OwnedSecrets& secrets,
                         const protocol::EndSecretHook& ended,
                         const Context& context) {
  const auto secret = secrets.by_id.find(ended.hook.secret);
  if (secret == secrets.by_id.end())
    return nothing();
  const SecretHook* const found = find_hook(secret->second, ended.hook);
  if (found == nullptr || found->revision > ended.hook.revision || found->due != ended.hook.due)
    return nothing();
  SecretHook hook = *found;
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

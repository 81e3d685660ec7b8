#include "actors/workflow/secret_steps.hpp"

#include "store/keys.hpp"

#include <algorithm>

namespace orrery::agents {

using store::SecretHookKind;

namespace {

HookKind kind_of(SecretHookKind kind) {
  switch (kind) {
  case SecretHookKind::Expired:
    return HookKind::SecretExpired;
  case SecretHookKind::Rotate:
    return HookKind::SecretRotate;
  case SecretHookKind::Changed:
    return HookKind::SecretChanged;
  case SecretHookKind::Remove:
    break;
  }
  return HookKind::SecretRemove;
}

SecretHookKind kind_of(HookKind kind) {
  switch (kind) {
  case HookKind::SecretExpired:
    return SecretHookKind::Expired;
  case HookKind::SecretRotate:
    return SecretHookKind::Rotate;
  case HookKind::SecretChanged:
    return SecretHookKind::Changed;
  default:
    return SecretHookKind::Remove;
  }
}

/// Whether nothing is to run before the unit serves: its chain from install to start.
bool has_come_up(const View& view) {
  const UnitNotes& local = view.local;
  return local.installed && local.configured && local.started && !local.stopped
         && local.boot == view.remote.boot && !local.last_end.start_due;
}

bool is_asked(const View& view, const store::SecretHook& hook) {
  return view.remote.leader || store::is_of_unit(hook);
}

} // namespace

MaybeNext secret_hook(const View& view) {
  if (!has_come_up(view))
    return std::nullopt;
  for (const protocol::SecretHookSeen& seen : view.remote.secret_hooks)
    if (is_asked(view, seen.hook)) {
      Hook hook;
      hook.kind = kind_of(seen.hook.kind);
      hook.version = seen.hook.revision;
      hook.secret = {seen.hook.secret, seen.hook.owner, seen.label, seen.hook.who, seen.hook.due};
      return QueueHook{std::move(hook)};
    }
  return std::nullopt;
}

bool is_void_for_secret(const View& view, const Hook& hook) {
  const store::SecretHook own = secret_hook_of(hook);
  const auto& all = view.remote.secret_hooks;
  return view.remote.life != store::Life::Alive || !is_asked(view, own)
         || std::none_of(all.begin(), all.end(),
                         [&](const auto& seen) { return is_same_hook(seen.hook, own); });
}

std::string secret_hook_name(SecretHookKind kind) {
  Hook hook;
  hook.kind = kind_of(kind);
  return hook_name(hook);
}

std::vector<protocol::SecretHookSeen>
runnable_hooks(const std::vector<protocol::SecretHookSeen>& hooks, const HookNames& names) {
  std::vector<protocol::SecretHookSeen> runnable;
  for (const protocol::SecretHookSeen& seen : hooks) {
    Hook hook;
    hook.kind = kind_of(seen.hook.kind);
    if (has_hook(names, hook))
      runnable.push_back(seen);
  }
  return runnable;
}

store::SecretHook secret_hook_of(const Hook& hook) {
  return {hook.secret.who,    hook.secret.id,
          kind_of(hook.kind), static_cast<std::uint32_t>(hook.version),
          hook.secret.owner,  hook.secret.due};
}

bool is_same_hook(const store::SecretHook& seen, const store::SecretHook& hook) {
  return store::secret_hook_key(seen) == store::secret_hook_key(hook) && seen.due == hook.due;
}

} // namespace orrery::agents

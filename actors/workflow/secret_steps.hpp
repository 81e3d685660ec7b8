#pragma once

#include "actors/workflow/hooks_left.hpp"
#include "actors/workflow/relation_steps.hpp"

#include <string>
#include <vector>

/// Wishes of secrets to a unit's agent: the rung of its ladder that is about them.
namespace orrery::agents {

/// Runs hooks that secrets ask for, once the unit has started, in the order in which they are seen
/// (SE43); of its application's secrets only while it leads (SE45).
[[nodiscard]] MaybeNext secret_hook(const View& view);

/// Whether a secret's hook in hand means nothing any more: the model knows that it is done, or asks
/// another unit for it, or the unit goes (SE43, SE45).
[[nodiscard]] bool is_void_for_secret(const View& view, const Hook& hook);

/// Returns `secret-expired`, ...
[[nodiscard]] std::string secret_hook_name(store::SecretHookKind kind);
/// Returns those hooks that the charm has: a unit is never woken for others.
[[nodiscard]] std::vector<protocol::SecretHookSeen>
runnable_hooks(const std::vector<protocol::SecretHookSeen>& hooks, const HookNames& names);

/// Returns the hook as the model names it. @pre it is a secret's
[[nodiscard]] store::SecretHook secret_hook_of(const Hook& hook);
/// Says whether that hook is the one that is seen, or has been overtaken by it since it began. What
/// is due anew after its end is another one (SE47, SE50).
[[nodiscard]] bool is_same_hook(const store::SecretHook& seen, const store::SecretHook& hook);

} // namespace orrery::agents

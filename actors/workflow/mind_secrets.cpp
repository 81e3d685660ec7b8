#include "actors/workflow/mind.hpp"
#include "actors/workflow/secret_steps.hpp"

#include <algorithm>

/// Hooks that secrets ask the unit for. The model knows which are to run: one that is done is ended
/// there before the notes forget it, so that a crash between the two has it told once more, and run
/// once only.
namespace orrery::agents {

void Mind::handle(const SecretHooksRead& read) {
  sight_.secret_hooks_seen(read.hooks);
  resume();
}

/// Tells the model that the hook in hand is done, unless that is known there.
/// @returns whether it is told, so that an answer comes
bool Mind::tells_that_it_is_done(const Hook& done) {
  if (!is_secret_hook(done.kind))
    return false;
  const store::SecretHook hook = secret_hook_of(done);
  const auto& all = sight_.remote().secret_hooks;
  if (std::none_of(all.begin(), all.end(), [&](const protocol::SecretHookSeen& seen) {
        return is_same_hook(seen.hook, hook) && seen.hook.revision <= hook.revision;
      }))
    return false;
  ask(protocol::EndSecretHook{acts_for_.unit, hook}, SecretHookEnded{hook});
  return true;
}

/// Several revisions that came while the hook waited are told with one (SE41).
void Mind::take_newest_revision() {
  const Hook& hook = local_.operation->hook;
  if (hook.kind != HookKind::SecretChanged)
    return;
  for (const protocol::SecretHookSeen& seen : sight_.remote().secret_hooks)
    if (is_same_hook(seen.hook, secret_hook_of(hook)) && seen.hook.revision != hook.version)
      return note(set_revision(local_, seen.hook.revision));
}

/// Whoever cannot be told is gone, and the secret with it.
void Mind::answered(const SecretHookEnded& ended, const protocol::Answer& answer) {
  if (answer.verdict != protocol::Verdict::Contended) // L8: otherwise it is told again
    sight_.secret_hook_is_done(ended.hook);
}

} // namespace orrery::agents
